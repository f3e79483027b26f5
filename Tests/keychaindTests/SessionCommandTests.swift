#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import TestPrograms
    import TestRounds
    import Testing

    /// `keychainctl session`: a command on a bus of its own, where no desktop runs.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct SessionCommandTests {
        @Test func programsFindTheKeychain() throws {
            let home = try Home()
            let line = """
                printf 's3\\ncret' | secret-tool store --label=x user ann &&
                secret-tool lookup user ann && echo " $DBUS_SESSION_BUS_ADDRESS"
                """
            let (status, output, said) = try home.session(["sh", "-c", line])
            #expect(status == 0, "\(said)")
            #expect(output.hasPrefix("s3\ncret unix:path="))
            #expect(said == "")
            // Another bus of another session finds the same keychain.
            let again = try home.session(["secret-tool", "lookup", "user", "ann"])
            #expect(again.output == "s3\ncret")
            #expect(home.remains == [])
        }

        @Test(
            arguments: [
                (["sh", "-c", "exit 7"], 7, ""),
                (["sh", "-c", "kill -9 $$"], 137, ""),
                (["--", "sh", "-c", #"test "$1" = --help"#, "sh", "--help"], 0, ""),
                (["/nowhere/program"], 127, "there is no command /nowhere/program"),
                (["/"], 126, "cannot run /"),
                ([], 64, "missing the command to run"),
                (["--keychain", "work", "--", "true"], 64, "unknown option '--keychain'"),
            ] as [([String], Int32, String)]
        )
        func theStatusIsThatOfTheCommand(words: [String], status: Int32, says: String) throws {
            let home = try Home()
            let end = try home.session(words)
            #expect(end.status == status)
            #expect(says.isEmpty ? end.errors == "" : end.errors.contains(says), "\(end.errors)")
            #expect(home.remains == [])
        }

        /// No user sees a dialog there, so programs must not wait for one.
        @Test func whileItIsLockedProgramsAreRefusedAtOnce() throws {
            let home = try Home()
            try home.session(["sh", "-c", "printf s3cret | secret-tool store --label=x user ann"])
            try home.keychain().setPasscode(PrivateBus.passcode)
            try home.keychain().lock()
            let line =
                "secret-tool lookup user ann; printf x | secret-tool store --label=y user bob"
            let start = ContinuousClock.now
            let end = try home.session(["sh", "-c", line])
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(end.status == 1 && end.output == "")
            #expect(end.errors.contains("until: keychainctl unlock"))
            // Both programs say it: an item that is locked is not one that is not there.
            let says = "secret-tool: The keychain is locked. Unlock it first."
            #expect(end.errors.components(separatedBy: says).count == 3, "\(end.errors)")
            try home.keychain().unlock(passcode: PrivateBus.passcode)
            let after = try home.session(["secret-tool", "lookup", "user", "ann"])
            #expect(after.output == "s3cret" && after.errors == "")
        }

        @Test func afterARestartItSaysThatItIsLocked() throws {
            let home = try Home()
            try home.keychain().setPasscode(PrivateBus.passcode)
            try home.dropKernelKeys()
            let says =
                "The keychain is locked, so programs are refused until: keychainctl unlock\n"
            #expect(try home.session(["true"]).errors == says)
        }

        /// The bus serves the default keychain, whichever one commands use.
        @Test func theKeychainOfProgramsIsNamedIfTheVariableHasAnother() throws {
            let home = try Home()
            try home.keychain().setPasscode(PrivateBus.passcode)
            try home.keychain().lock()
            for (name, says) in [
                (
                    "work",
                    """
                    Programs use the keychain 'default', not 'work' (PORTABLE_KEYCHAIN). \
                    To change that: keychainctl default work
                    The keychain is locked, so programs are refused until: \
                    keychainctl unlock --keychain default

                    """
                ),
                (
                    "system:",
                    """
                    Programs use the keychain 'default', not 'system:' (PORTABLE_KEYCHAIN).
                    The keychain is locked, so programs are refused until: \
                    keychainctl unlock --keychain default

                    """
                ),
                (
                    "default",
                    "The keychain is locked, so programs are refused until: keychainctl unlock\n"
                ),
            ] {
                home.variables = ["PORTABLE_KEYCHAIN": name]
                #expect(try home.session(["true"]).errors == says)
            }
            try home.keychain().unlock(passcode: PrivateBus.passcode)
            #expect(try home.session(["true"]).errors == "")
        }

        @Test(arguments: [SIGTERM, SIGHUP]) func aSignalEndsEverything(signal: Int32) throws {
            let home = try Home()
            let process = try home.start(["sh", "-c", "echo $PPID >started; exec sleep 600"])
            var parent: Int32?
            for _ in 0..<2000 where parent == nil {
                usleep(10_000)
                let text = try? String(contentsOfFile: home.folder + "/started", encoding: .utf8)
                parent = text?.split(separator: "\n").first.flatMap { Int32($0) }
            }
            #expect(home.remains.count == 1, "the bus has a folder while it runs")
            kill(try #require(parent), signal)
            process.waitUntilExit()
            #expect(process.terminationStatus == 128 + signal)
            #expect(home.remains == [])
        }

        /// It is passed on to the command once that runs, so that the bus is ended as usual.
        @Test func aSignalDuringTheStartLeavesNothing() throws {
            let home = try Home()
            let script = #"echo >"${0%/*}/starting"; sleep 1; exec /usr/bin/dbus-daemon "$@""#
            try TestProgram.write(home.folder + "/dbus-daemon", script)
            let process = try home.start(["sleep", "600"], path: "\(home.folder):/usr/bin:/bin")
            waits { access(home.folder + "/starting", F_OK) == 0 }
            // Of the shell that has become the tool.
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
            #expect(process.terminationStatus == 128 + SIGTERM)
            #expect(home.remains == [])
        }

        /// A bus has its socket in the folder, whose path must not be too long for one.
        @Test(arguments: ["missing", String(repeating: "long-", count: 16), ""])
        func anyFolderForFilesAtRunTimeDoes(name: String) throws {
            let home = try Home()
            let runtime = name.isEmpty ? "" : "\(home.folder)/\(name)"
            if name.hasPrefix("long") { mkdir(runtime, 0o700) }
            let line =
                "printf 1 | secret-tool store --label=x user ann && secret-tool lookup user ann"
            let end = try home.session(["sh", "-c", line], runtime: runtime)
            #expect(end.status == 0 && end.output == "1", "\(end.errors)")
        }

        /// Without them, a message that the bus of a desktop carries ends a connection.
        @Test func theBusHasTheLimitsOfADesktop() throws {
            let home = try Home()
            let line = "cat ./r*/keychain-session-*/session.conf"
            let end = try home.session(["sh", "-c", line])
            #expect(end.status == 0, "\(end.errors)")
            let usual = try String(
                contentsOfFile: "/usr/share/dbus-1/session.conf",
                encoding: .utf8
            )
            func limits(_ text: String) -> [String] {
                text.split(separator: "\n").map { $0.filter { $0 != " " } }
                    .filter { $0.hasPrefix("<limit") }
            }
            #expect(!limits(usual).isEmpty)
            #expect(limits(end.output) == limits(usual))
        }

        /// Files of a user or of the system, by which a bus would start another program for the name.
        @Test func keychaindAnswersWhateverTheUsersFilesSay() throws {
            let home = try Home()
            let services = home.folder + "/dbus-1/services"
            let other = home.folder + "/other"
            try TestProgram.write(other, #"echo >"${0%/*}/started"; exit 1"#)
            try FileManager.default.createDirectory(
                atPath: services,
                withIntermediateDirectories: true
            )
            let text = "[D-BUS Service]\nName=org.freedesktop.secrets\nExec=\(other)\n"
            try Data(text.utf8).write(to: URL(filePath: services + "/other.service"))
            let line =
                "printf 1 | secret-tool store --label=x user ann && secret-tool lookup user ann"
            #expect(try home.session(["sh", "-c", line]).output == "1")
            #expect(access(home.folder + "/started", F_OK) != 0)
        }

        @Test func withoutKeychaindItSaysWhatToInstall() throws {
            let home = try Home()
            let tool = home.folder + "/keychainctl"
            // By another process, as TestProgram does: a file that this one wrote may be busy.
            let line = #"ln "$0" "$1" 2>/dev/null || cp "$0" "$1""#
            let copying = try Process.run(
                URL(filePath: "/bin/sh"),
                arguments: ["-c", line, Home.tool, tool]
            )
            copying.waitUntilExit()
            let end = try home.session(["true"], tool: tool)
            #expect(end.status == 78)
            #expect(end.errors.contains("install the package keychaind"))
            #expect(home.remains == [])
        }

        @Test func withoutABusItSaysWhatToInstall() throws {
            let home = try Home()
            let end = try home.session(["true"], path: home.folder)
            #expect(end.status == 78)
            #expect(end.errors.contains("install the package dbus-daemon (on older systems, dbus)"))
            #expect(home.remains == [])
        }

        @Test func aBusThatDoesNotStartSaysWhy() throws {
            let home = try Home()
            try TestProgram.write(home.folder + "/dbus-daemon", "echo 'no such thing' >&2; exit 1")
            let end = try home.session(["true"], path: home.folder)
            #expect(end.status == 78)
            #expect(end.errors.contains("dbus-daemon does not start: no such thing"))
            #expect(home.remains == [])
        }
    }

    /// A user without a desktop.
    private final class Home {
        static let tool =
            PrivateBus.program.deletingLastPathComponent().path + "/keychainctl"

        let folder: String
        /// More variables of the sessions.
        var variables: [String: String] = [:]
        /// Its name has marks that files of a bus and addresses must not take for their own.
        private var runtime: String { folder + "/r&\u{301}n, <\u{301}1>" }

        init() throws {
            folder = "/tmp/home-" + UUID().uuidString.prefix(8)
            try FileManager.default.createDirectory(
                atPath: folder + "/r&\u{301}n, <\u{301}1>",
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }

        deinit {
            let configuration = Keychain.Configuration(folder: folder + "/portable-keychain")
            try? Keychain.remove(.standard, configuration: configuration)
            try? FileManager.default.removeItem(atPath: folder)
        }

        /// The folders of sessions.
        var remains: [String] {
            // The bus makes another one, for services that other programs add while it runs.
            let all = try? FileManager.default.contentsOfDirectory(atPath: runtime)
            return all?.filter { $0 != "dbus-1" } ?? ["no folder"]
        }

        func keychain() throws -> Keychain {
            var configuration = Keychain.Configuration(folder: folder + "/portable-keychain")
            configuration.passcodeHashing = try PasscodeHashing(
                rounds: 1 << 10,
                blockSize: 8,
                parallelism: 1
            )
            return try Keychain.openOrCreate(configuration: configuration)
        }

        /// Drops the keys that the kernel keeps for the keychain, as a restart does.
        func dropKernelKeys() throws {
            let configuration = Keychain.Configuration(folder: folder + "/portable-keychain")
            let (file, copy) = ("default.keychain", "copy.keychain")
            for end in ["", "-wal"] {
                let path = "\(configuration.folder)/\(file)\(end)"
                guard FileManager.default.fileExists(atPath: path) else { continue }
                let target = "\(configuration.folder)/\(copy)\(end)"
                try FileManager.default.copyItem(atPath: path, toPath: target)
            }
            let place = Keychain.Place.file("\(configuration.folder)/\(copy)")
            try Keychain.remove(place, configuration: configuration)
        }

        /// Runs a command in a session.
        @discardableResult
        func session(
            _ words: [String],
            path: String = "/usr/bin:/bin",
            runtime: String? = nil,
            tool: String = tool
        ) throws -> (status: Int32, output: String, errors: String) {
            let process = try start(words, path: path, runtime: runtime, tool: tool)
            process.waitUntilExit()
            func text(_ name: String) throws -> String {
                try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
            }
            return (process.terminationStatus, try text("output"), try text("errors"))
        }

        func start(
            _ words: [String],
            path: String = "/usr/bin:/bin",
            runtime: String? = nil,
            tool: String = tool
        ) throws -> Process {
            let process = Process()
            process.executableURL = URL(filePath: "/bin/sh")
            // Files, because programs that other tests start at the same moment keep pipes open.
            let line = #"cd "$1"; shift; exec "$0" session "$@" </dev/null >output 2>errors"#
            process.arguments = ["-c", line, tool, folder] + words
            process.environment = [
                "HOME": folder, "XDG_DATA_HOME": folder, "PATH": path,
                "XDG_RUNTIME_DIR": runtime ?? self.runtime,
            ].merging(variables) { $1 }
            // Threads that run tests block signals; a person's shell does not.
            var none = sigset_t()
            var blocked = sigset_t()
            sigemptyset(&none)
            pthread_sigmask(SIG_SETMASK, &none, &blocked)
            defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
            try process.run()
            return process
        }
    }
#endif
