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
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw FormatProblem("there are too many open files") }
        // Another program that is started meanwhile would keep the pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reader = ends[0]
        defer { close(reader) }
        let process = start(words, output: ends[1], closing: reader, showsComplaints)
        close(ends[1])
        guard let process else {
            throw FormatProblem(
                "the program \(name) is missing",
                advice: "nothing was imported; install it"
            )
        }
        var output: SecretBytes?
        do throws(Failure) {
            output = try SecretInput.everything(from: reader, atMost: limit)
        } catch {
            // It waits with a full pipe, and the rest will not be read.
            kill(process, SIGTERM)
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        guard let output else { throw FormatProblem("the output of \(name) is too long") }
        guard status == 0 else {
            throw FormatProblem(
                "\(name) failed",
                advice: "nothing was imported; see its messages above"
            )
        }
        return output
    }

    private static func start(
        _ words: [String],
        output: Int32,
        closing other: Int32,
        _ showsComplaints: Bool
    ) -> pid_t? {
        var actions = emptyFileActions
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_addclose(&actions, other)
        if !showsComplaints {
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addclose(&actions, output)
        // Signals can be blocked in this thread; the program must receive that which ends it.
        var (attributes, none) = (emptySpawnAttributes, sigset_t())
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var arguments = words.map { strdup($0) } + [nil]
        var variables = environment.map { strdup($0) } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        var process: pid_t = 0
        guard let name = arguments[0],
            posix_spawnp(&process, name, &actions, &attributes, &arguments, &variables) == 0
        else { return nil }
        return process
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
