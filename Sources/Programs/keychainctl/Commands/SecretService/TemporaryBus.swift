internal import KeychainLibC
internal import KeychainctlKit
internal import PortableKeychain

/// A session bus for one command, which starts `keychaind` as soon as a program asks it for secrets.
///
/// For places without a desktop: over ssh, in containers, in jobs. It has nothing to do with the bus of a session that
/// may be there.
struct TemporaryBus: Sendable {
    /// The address, for `DBUS_SESSION_BUS_ADDRESS`.
    let address: String
    private let process: Int32
    private let folder: String

    /// The program that is the bus.
    private static let program = "dbus-daemon"
    private static let limits = ChildProgram.Limits(output: 4096, seconds: 20)
    private static let mark =
        "<!-- Written by 'keychainctl session', which removes it at its end. -->"
    /// The longest path of a folder in bytes, so that a socket in it can have a path (unix(7)).
    private static let longestFolder = 60

    /// Starts a bus.
    ///
    /// - Parameter desktop: The desktop, which knows where `keychaind` and the folder for files at run time are.
    /// - Returns: The bus, which takes calls already.
    /// - Throws: ``Failure`` if there is no `dbus-daemon`, or it does not start.
    static func start(for desktop: Desktop) throws(Failure) -> TemporaryBus {
        let folder = try makeFolder(in: desktop.runtime)
        do throws(Failure) {
            let configuration = folder + "/session.conf"
            let service = folder + "/services/\(Desktop.busName).service"
            for file in [
                SetupFile(path: configuration, content: text(folder), mark: mark),
                SetupFile(path: service, content: desktop.activation(withUnit: false).text),
            ] { _ = try file.install() }
            let answer = try answer(configuration)
            let lines = String(decoding: answer.output, as: UTF8.self).split(separator: "\n")
            guard answer.status == 0, lines.count == 2, let process = Int32(lines[1]) else {
                throw failure(answer)
            }
            return TemporaryBus(address: String(lines[0]), process: process, folder: folder)
        } catch {
            remove(folder)
            throw error
        }
    }

    /// Ends the bus; `keychaind` ends with it.
    func end() {
        kill(process, SIGTERM)
        Self.remove(folder)
    }

    private static func answer(_ configuration: String) throws(Failure) -> ChildProgram.Answer {
        // It ends once the bus is there, which is a process of its own then.
        let words = [
            program, "--config-file=\(configuration)", "--fork", "--print-address=1",
            "--print-pid=1",
        ]
        // The bus gives keychaind its variables; the command has those of before.
        let silenced = PinentryAuthenticator.silencedVariable
        if let silenced { setenv(silenced, "none", 1) }
        defer { if let silenced { unsetenv(silenced) } }
        do throws(ChildProgram.Failure) {
            return try ChildProgram(words).run(limits: limits)
        } catch {
            guard case .notStarted = error else {
                throw Failure(
                    .unfit,
                    "\(program) did not start in time",
                    advice: "try again"
                )
            }
            throw Failure(
                .unfit,
                "there is no program \(program)",
                advice: "install the package dbus-daemon (on older systems, dbus)"
            )
        }
    }

    private static func failure(_ answer: ChildProgram.Answer) -> Failure {
        let lines = String(decoding: answer.errors, as: UTF8.self).split(separator: "\n")
        let reason = lines.last.map { ": " + Failure.clause(String($0)) } ?? ""
        return Failure(.unfit, "\(program) does not start\(reason)", advice: "see dbus-daemon(1)")
    }

    /// The configuration (dbus-daemon(1)), which needs no file of the system, and lets no other users connect.
    ///
    /// Of two files for one name, the bus takes that of the folder that comes first. The limits are those of the buses of
    /// desktops (`session.conf`): without them, messages of 32 MiB end connections.
    private static func text(_ folder: String) -> String {
        """
        <busconfig>
          <type>session</type>
          <keep_umask/>
          <listen>unix:dir=\(addressed(folder))</listen>
          <auth>EXTERNAL</auth>
          <servicedir>\(escaped(folder))/services</servicedir>
          <standard_session_servicedirs/>
          <policy context="default">
            <allow send_destination="*"/>
            <allow receive_sender="*"/>
            <allow own="*"/>
          </policy>
          <limit name="max_incoming_bytes">1000000000</limit>
          <limit name="max_incoming_unix_fds">250000000</limit>
          <limit name="max_outgoing_bytes">1000000000</limit>
          <limit name="max_outgoing_unix_fds">250000000</limit>
          <limit name="max_message_size">1000000000</limit>
          <limit name="service_start_timeout">120000</limit>
          <limit name="auth_timeout">240000</limit>
          <limit name="pending_fd_timeout">150000</limit>
          <limit name="max_completed_connections">100000</limit>
          <limit name="max_incomplete_connections">10000</limit>
          <limit name="max_connections_per_user">100000</limit>
          <limit name="max_pending_service_starts">10000</limit>
          <limit name="max_names_per_connection">50000</limit>
          <limit name="max_match_rules_per_connection">50000</limit>
          <limit name="max_replies_per_connection">50000</limit>
        </busconfig>

        """
    }

    /// A path in XML.
    private static func escaped(_ path: String) -> String {
        path.replacing(sign: "&", with: "&amp;").replacing(sign: "<", with: "&lt;")
    }

    /// A path in the address of a bus, where each byte that could be a mark of the address is written in base 16 (D-Bus
    /// Specification, *Server Addresses*).
    private static func addressed(_ path: String) -> String {
        path.utf8.map { byte in
            let character = Character(UnicodeScalar(byte))
            let isPlain = character.isASCII && (character.isLetter || character.isNumber)
            guard !isPlain, !"-_/.".contains(character) else { return String(character) }
            let digits = String(byte, radix: 16)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }

    /// A new folder that only this user can access.
    private static func makeFolder(in runtime: String) throws(Failure) -> String {
        let suits =
            runtime.hasPrefix("/") && runtime.utf8.count <= longestFolder
            && access(runtime, W_OK) == 0
        let parent = suits ? runtime : "/tmp"
        var path = Array((parent + "/keychain-session-XXXXXX").utf8CString)
        guard mkdtemp(&path) != nil else {
            throw Failure(cannot: "make a folder in", parent, errno)
        }
        return String(decoding: path.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Removes the folder with the files in it and in its folder of services.
    private static func remove(_ folder: String) {
        for part in [folder + "/services", folder] {
            for name in FileFacts.names(in: part) { unlink(part + "/" + name) }
            rmdir(part)
        }
    }
}
