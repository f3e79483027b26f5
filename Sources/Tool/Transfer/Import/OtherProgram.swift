internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// Runs programs that provide or decrypt the source of an import.
enum OtherProgram {
    /// The output of a program; its error messages are written to this tool's standard error.
    ///
    /// - Parameters:
    ///   - words: The program, found by PATH, and its arguments.
    ///   - limit: The maximum number of bytes to read.
    ///   - showsComplaints: Whether its standard error is that of this tool.
    /// - Returns: All of its standard output.
    /// - Throws: ``FormatProblem`` if the program is missing, fails, or prints more than the limit.
    static func output(
        _ words: [String],
        atMost limit: Int,
        showingComplaints showsComplaints: Bool = true
    ) throws(FormatProblem) -> SecretBytes {
        let name = words.first ?? ""
        let process: ChildProcess
        do throws(ChildProgram.NotStarted) {
            process = try start(words, showsComplaints)
        } catch {
            throw problem(name, error)
        }
        // Joined, so there is one.
        let reader = process.output ?? -1
        defer { close(reader) }
        var output: SecretBytes?
        do throws(Failure) {
            output = try SecretInput.everything(from: reader, atMost: limit)
        } catch {
            // It waits with a full pipe, and the rest will not be read.
            process.end(by: SIGTERM)
        }
        let status = process.waitForEnd()
        guard let output else { throw FormatProblem("the output of \(name) is too long") }
        guard status == 0 else {
            throw FormatProblem(
                "\(name) failed",
                advice: "nothing was imported; see its messages above"
            )
        }
        return output
    }

    /// Starts a program that may ask the user on the terminal.
    private static func start(
        _ words: [String],
        _ showsComplaints: Bool
    ) throws(ChildProgram.NotStarted) -> ChildProcess {
        let files = ChildProgram.Files(
            input: .inherited,
            output: .joined,
            errors: showsComplaints ? .inherited : .nothing
        )
        return try ChildProgram(
            words,
            environment: environment,
            files: files,
            hasOwnSession: false
        )
        .start()
    }

    private static func problem(_ name: String, _ error: ChildProgram.NotStarted) -> FormatProblem {
        guard error.number == ENOENT else {
            return FormatProblem(
                "\(name) cannot be started: \(String(cString: strerror(error.number)))"
            )
        }
        return FormatProblem(
            "the program \(name) is missing",
            advice: "nothing was imported; install it"
        )
    }

    /// The environment that such programs need to find their keys, their daemon, and the user.
    private static var environment: [String] {
        let names: [String] = [
            "PATH", "HOME", "GNUPGHOME", "GPG_TTY", "TERM", "LANG", "LC_ALL", "LC_CTYPE", "DISPLAY",
            "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS",
        ]
        return names.compactMap { name in
            getenv(name).map { "\(name)=\(String(cString: $0))" }
        }
    }
}
