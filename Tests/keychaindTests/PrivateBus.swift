#if Agent && os(Linux)
    import Foundation
    import KeychainctlKit
    @_spi(Keepers) import PortableKeychain
    import TestPrograms
    import TestRounds
    import Testing

    /// A session bus of the test with keychaind on it, a folder of keychains, and a user who is asked by
    /// a script.
    final class PrivateBus {
        /// The user's reaction to a question.
        enum User: String {
            case types = "D 1234\nOK\n"
            case confirms = "OK\n"
            case declines = "ERR 83886179 canceled\n"
            case waits = ""
        }

        static let passcode = SecretBytes(utf8: "1234")
        static let isPossible = ["/usr/bin/dbus-daemon", "/usr/bin/secret-tool"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

        let folder: String
        private var bus = Process()
        private(set) var daemon = Process()
        private(set) var address = ""
        private(set) var logind: MockLogind?
        /// More variables of the programs that are started from now on.
        var variables: [String: String] = [:]

        /// Starts a bus, and keychaind on it.
        ///
        /// - Parameters:
        ///   - user: The user's reaction to a question.
        ///   - hasLogind: Whether the same bus is that of a system with logind.
        /// - Throws: An error if a program cannot be started.
        init(asking user: User = .declines, withLogind hasLogind: Bool = false) throws {
            folder = NSTemporaryDirectory() + "/bus-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            try asks(user)
            try TestProgram.write(
                folder + "/pinentry",
                """
                echo asked >>"${0%/*}/asked"
                echo OK
                while read -r line; do
                    echo "$line" >>"${0%/*}/told"
                    case $line in
                    GETPIN* | CONFIRM*) cat "${0%/*}/answer" ;;
                    BYE*) exit 0 ;;
                    *) echo OK ;;
                    esac
                done
                """
            )
            try startBus()
            if hasLogind { logind = try MockLogind(address) }
            try startDaemon()
        }

        deinit {
            logind?.end()
            stop(daemon)
            stop(bus)
            // The kernel keeps some keys of a keychain that is only locked.
            let configuration = Keychain.Configuration(folder: folder + "/portable-keychain")
            for name in Keychain.names(configuration: configuration) {
                try? Keychain.remove(.named(name), configuration: configuration)
            }
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// The folder where keychaind has a `keychain-fido2` beside it, with a security key in
        /// software.
        private var installed: String { folder + "/installed" }

        /// The program that makes and uses the credentials of that security key.
        var securityKey: HelperProgram { HelperProgram(path: installed + "/keychain-fido2") }

        /// Installs keychaind beside a security key in software, which behaves as these lines say
        /// (see `SoftwareFIDO2`), and restarts it.
        func installSecurityKey(_ behavior: String) throws {
            if !FileManager.default.fileExists(atPath: installed) {
                // By another process, as TestProgram does: a file that this one wrote may be busy.
                let line =
                    #"mkdir "$1"; for n in keychaind:keychaind SoftwareFIDO2:keychain-fido2; do "#
                    + #"ln "$0/${n%:*}" "$1/${n#*:}" 2>/dev/null "#
                    + #"|| cp "$0/${n%:*}" "$1/${n#*:}"; done"#
                let built = Self.program.deletingLastPathComponent().path
                _ = try run("/bin/sh", ["-c", line, built, installed])
            }
            let file = URL(filePath: installed + "/keychain-fido2.behavior")
            try Data(behavior.utf8).write(to: file)
            killDaemon()
            try startDaemon()
        }

        /// Makes the security key the only way to unlock the default keychain.
        func enrollSecurityKey() throws {
            let salt = KeychainEntropy.system.bytes(FIDO2Request.secretLength)
            let enrollment = FIDO2Enrollment(salt: salt, requiresPIN: false, known: [])
            let keys = SecurityKeys(helper: securityKey)
            let (credential, secret) = try keys.enroll(enrollment) {}
            let candidate = FIDO2Candidate(credential: credential, salt: salt, requiresPIN: false)
            let slot = NewAccessSlot(
                .securityKey,
                secret: secret,
                parameters: candidate.parameters,
                salt: salt
            )
            try keychain().access.change(.add(slot), proof: .device)
        }

        /// The default keychain, as other programs of the user see it.
        func keychain() throws -> Keychain {
            var configuration = Keychain.Configuration(folder: folder + "/portable-keychain")
            configuration.passcodeHashing = try PasscodeHashing(
                rounds: 1 << 10,
                blockSize: 8,
                parallelism: 1
            )
            return try Keychain.openOrCreate(configuration: configuration)
        }

        /// Puts another user before the screen.
        func asks(_ user: User) throws {
            try Data(user.rawValue.utf8).write(to: URL(filePath: folder + "/answer"))
        }

        /// The number of times that the user was asked.
        var questions: Int {
            let lines = try? String(contentsOfFile: folder + "/asked", encoding: .utf8)
            return lines?.split(separator: "\n").count ?? 0
        }

        /// The lines that the dialogs received.
        var told: [String] {
            let lines = try? String(contentsOfFile: folder + "/told", encoding: .utf8)
            return lines?.split(separator: "\n").map(String.init) ?? []
        }

        /// Ends keychaind without a warning.
        func killDaemon() { stop(daemon) }

        /// Ends the bus without a warning.
        func killBus() { stop(bus) }

        /// Starts keychaind, and waits until it answers.
        func startDaemon(_ arguments: [String] = []) throws {
            daemon = Process()
            let copy = URL(filePath: installed + "/keychaind")
            let isInstalled = FileManager.default.isExecutableFile(atPath: copy.path)
            daemon.executableURL = isInstalled ? copy : Self.program
            daemon.arguments = ["--user"] + arguments
            daemon.environment = environment
            daemon.standardError = FileHandle.nullDevice
            try daemon.run()
            // A machine that builds something meanwhile takes seconds.
            let end = ContinuousClock.now + .seconds(60)
            while ContinuousClock.now < end, daemon.isRunning {
                let found = try run(
                    "/usr/bin/dbus-send",
                    [
                        "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/",
                        "org.freedesktop.DBus.NameHasOwner", "string:org.freedesktop.secrets",
                    ]
                )
                if found.output.contains("true") { return }
                usleep(10_000)
            }
            Issue.record("keychaind does not answer")
        }

        /// Runs `secret-tool`.
        @discardableResult
        func secretTool(
            _ words: String,
            input: String = ""
        ) throws -> (status: Int32, output: String) {
            try run("/usr/bin/secret-tool", words.split(separator: " ").map(String.init), input)
        }

        func run(
            _ program: String,
            _ arguments: [String],
            _ input: String = ""
        ) throws -> (status: Int32, output: String) {
            let output = "\(folder)/output-\(UUID().uuidString)"
            let process = try start(program, arguments, input, output: output)
            process.waitUntilExit()
            let bytes = try Data(contentsOf: URL(filePath: output))
            return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
        }

        /// Starts a program.
        func start(
            _ program: String,
            _ arguments: [String],
            _ input: String = "",
            output: String = "/dev/null"
        ) throws -> Process {
            // Files, because programs that other tests start at the same moment keep pipes open.
            let file = "\(folder)/input-\(UUID().uuidString)"
            try Data(input.utf8).write(to: URL(filePath: file))
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            let line = #"i=$1 o=$2; shift 2; exec "$0" "$@" <"$i" >"$o" 2>/dev/null"#
            process.arguments = ["-c", line, program, file, output] + arguments
            process.environment = environment
            try process.run()
            return process
        }

        var environment: [String: String] {
            [
                "DBUS_SESSION_BUS_ADDRESS": address, "DBUS_SYSTEM_BUS_ADDRESS": address,
                "HOME": folder, "XDG_DATA_HOME": folder,
                "PORTABLE_KEYCHAIN_AUTHENTICATOR": folder + "/pinentry", "PATH": "/usr/bin:/bin",
            ].merging(variables) { $1 }
        }

        /// A bus that starts no programs, unless a test says which: others may want the name too.
        func startBus() throws {
            // The files that a killed one left.
            try? FileManager.default.removeItem(atPath: folder + "/bus")
            let configuration = """
                <busconfig>
                  <type>session</type>
                  <listen>unix:path=\(folder)/bus</listen>
                  <auth>EXTERNAL</auth>
                  <servicedir>\(folder)/dbus-1/services</servicedir>
                  <limit name="max_connections_per_user">2000</limit>
                  <limit name="max_completed_connections">2000</limit>
                  <policy context="default">
                    <allow send_destination="*" eavesdrop="true"/>
                    <allow eavesdrop="true"/>
                    <allow own="*"/>
                  </policy>
                </busconfig>
                """
            try Data(configuration.utf8).write(to: URL(filePath: folder + "/bus.conf"))
            bus = Process()
            bus.executableURL = URL(filePath: "/usr/bin/dbus-daemon")
            bus.arguments = ["--nofork", "--config-file=\(folder)/bus.conf"]
            bus.standardError = FileHandle.nullDevice
            try bus.run()
            address = "unix:path=\(folder)/bus"
            // Its socket is there before it listens.
            waits { MockConnection.isPossible(address) }
        }

        /// Without a warning: programs that a test starts may have signals blocked.
        private func stop(_ process: Process) {
            guard process.isRunning else { return }
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }

        static let program: URL = {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            let tests = bundle?.bundleURL ?? Bundle.main.executableURL
            return (tests ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
                .appending(path: "keychaind")
        }()
    }
#endif
