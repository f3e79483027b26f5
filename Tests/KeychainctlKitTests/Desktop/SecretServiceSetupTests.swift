#if os(Linux)
    import Foundation
    import Synchronization
    import Testing

    @testable import KeychainctlKit

    /// The effect of `secret-service status` and `disable` where `keychaind` was removed, and where
    /// it was not.
    @Suite struct SecretServiceSetupTests {
        /// A bus that notes the calls, with a program that answers or can be started.
        private final class Bus: Sendable {
            private let said = Mutex<[String]>([])
            private let answers: [String: String]

            init(_ answers: [String: String]) { self.answers = answers }

            var calls: [String] { said.withLock { $0 } }

            var bus: DesktopBus {
                DesktopBus { method, _ in
                    self.said.withLock { $0.append(method) }
                    return self.answers[method]
                }
            }
        }

        fileprivate static let startable = [
            "GetId": "s \"a\"", "ReloadConfig": "",
            "ListActivatableNames": "as 2 \"org.freedesktop.DBus\" \"org.freedesktop.secrets\"",
        ]

        @Test(arguments: [
            (true, true, "enabled", "keychainctl secret-service disable"),
            (true, false, "disabled", "keychainctl secret-service enable"),
            (false, true, "broken", "keychainctl secret-service disable"),
            (false, false, "disabled", "install the package keychaind"),
        ])
        func statusSaysWhetherTheProgramIsThere(
            _ isInstalled: Bool,
            _ isEnabled: Bool,
            _ state: String,
            _ next: String
        ) throws {
            try inFolder { folder, desktop in
                if isEnabled { for file in try desktop.files() { _ = try file.install() } }
                if !isInstalled { try FileManager.default.removeItem(atPath: desktop.program) }
                let status = try SecretServiceStatus(of: desktop, on: Bus(Self.startable).bus)
                #expect(status.state.rawValue == state)
                #expect(status.next == next)
                #expect(status.program == (isInstalled ? desktop.program : nil))
                #expect(status.files.isEmpty == (!isInstalled && !isEnabled))
            }
        }

        @Test(arguments: [true, false])
        func disableTakesEverythingBack(withProgram isInstalled: Bool) throws {
            try inFolder { folder, desktop in
                let place = try #require(desktop.files().first?.path)
                try FileManager.default.createDirectory(
                    at: URL(filePath: place).deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data("theirs".utf8).write(to: URL(filePath: place))
                for file in try desktop.files() { _ = try file.install() }
                if !isInstalled { try FileManager.default.removeItem(atPath: desktop.program) }
                let bus = Bus(Self.startable)
                let words = Mutex<[String]>([])
                let manager = ServiceManager { said in
                    words.withLock { $0.append(said.joined(separator: " ")) }
                    return true
                }
                let setup = SecretServiceSetup(desktop: desktop, manager: manager, bus: bus.bus)
                try setup.disable()
                #expect(try String(contentsOfFile: place, encoding: .utf8) == "theirs")
                #expect(try desktop.allFiles().filter(\.isOurs).isEmpty)
                #expect(bus.calls.contains("ReloadConfig"))
                #expect(
                    words.withLock { $0 } == [
                        "daemon-reload", "try-restart gnome-keyring-daemon.service",
                    ]
                )
                // Nothing is left to do, and nothing fails.
                try setup.disable()
            }
        }

        /// Files are taken back where there is no bus, such as in a session of ssh.
        @Test func disableNeedsNoBus() throws {
            try inFolder { _, desktop in
                for file in try desktop.files() { _ = try file.install() }
                let bus = DesktopBus { _, _ in nil }
                let manager = ServiceManager { _ in false }
                try SecretServiceSetup(desktop: desktop, manager: manager, bus: bus).disable()
                #expect(try desktop.allFiles().filter(\.isOurs).isEmpty)
            }
        }

        /// Programs that wait for the name, the first of which has it.
        private final class Queue: Sendable {
            private let waiting: Mutex<[pid_t]>

            /// Starts a program for each name.
            init(_ names: [String], in folder: String) throws {
                let programs = try names.enumerated().map { number, name in
                    let place = "\(folder)/\(number)"
                    try FileManager.default.createDirectory(
                        atPath: place,
                        withIntermediateDirectories: false
                    )
                    // The kernel shows the name that the program is started by.
                    try FileManager.default.createSymbolicLink(
                        atPath: "\(place)/\(name)",
                        withDestinationPath: "/bin/sleep"
                    )
                    let process = try Self.start("\(place)/\(name)")
                    // For a moment it has the name of the thread that started it.
                    let file = "/proc/\(process)/comm"
                    for _ in 0..<1000
                    where try String(contentsOfFile: file, encoding: .utf8) != name + "\n" {
                        usleep(1000)
                    }
                    return process
                }
                waiting = Mutex(programs)
            }

            deinit {
                waiting.withLock { waiting in
                    for process in waiting where kill(process, SIGKILL) == 0 {
                        waitpid(process, nil, 0)
                    }
                }
            }

            /// Starts a program that can be ended: the threads of tests block the signals for it.
            private static func start(_ path: String) throws -> pid_t {
                var attributes = posix_spawnattr_t()
                posix_spawnattr_init(&attributes)
                defer { posix_spawnattr_destroy(&attributes) }
                var none = sigset_t()
                sigemptyset(&none)
                posix_spawnattr_setsigmask(&attributes, &none)
                posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
                let words = [strdup(path), strdup("600"), nil]
                defer { words.forEach { free($0) } }
                var process: pid_t = 0
                try #require(posix_spawn(&process, path, nil, &attributes, words, environ) == 0)
                return process
            }

            var bus: DesktopBus {
                DesktopBus { method, _ in
                    guard method == "GetConnectionUnixProcessID" else {
                        return SecretServiceSetupTests.startable[method]
                    }
                    return self.waiting.withLock { waiting in
                        waiting.removeAll { waitpid($0, nil, WNOHANG) != 0 }
                        return waiting.first.map { "u \($0)" }
                    }
                }
            }

            func add(_ other: Queue) {
                let more = other.waiting.withLock { all in
                    defer { all = [] }
                    return all
                }
                waiting.withLock { $0 += more }
            }
        }

        /// A second keyring, which the bus started meanwhile, has the name once the first one ended.
        @Test(arguments: [
            ["gnome-keyring-d"], ["gnome-keyring-d", "gnome-keyring-d"],
            ["gnome-keyring-d", "kwalletd6", "keychaind"], ["keychaind"], [],
        ])
        func endsAllOtherKeyrings(_ names: [String]) throws {
            try inFolder { folder, desktop in
                let queue = try Queue(names, in: folder)
                let setup = SecretServiceSetup(
                    desktop: desktop,
                    manager: ServiceManager { _ in true },
                    bus: queue.bus
                )
                var starts = 0
                let ended = try setup.takeName { () throws(Failure) in
                    starts += 1
                    do {
                        let own = folder + "/started"
                        try FileManager.default.createDirectory(
                            atPath: own,
                            withIntermediateDirectories: false
                        )
                        queue.add(try Queue(["keychaind"], in: own))
                    } catch {
                        throw Failure(.unfit, "\(error)", advice: "")
                    }
                }
                guard case .program(_, "keychaind") = try queue.bus.owner() else {
                    Issue.record("another program answers")
                    return
                }
                #expect(ended.map(\.program) == names.filter { $0 != "keychaind" })
                #expect(starts == (names.contains("keychaind") ? 0 : 1))
            }
        }

        @Test func endsNoProgramThatItDoesNotKnow() throws {
            try inFolder { folder, desktop in
                let queue = try Queue(["gnome-keyring-d", "somebody"], in: folder)
                let setup = SecretServiceSetup(
                    desktop: desktop,
                    manager: ServiceManager { _ in true },
                    bus: queue.bus
                )
                let failure = #expect(throws: Failure.self) {
                    _ = try setup.takeName { () throws(Failure) in Issue.record("started") }
                }
                #expect(failure?.message.contains("'somebody'") == true)
                guard case .program(_, "somebody") = try queue.bus.owner() else {
                    Issue.record("it was ended")
                    return
                }
            }
        }

        /// A program that is started and does not take the name is not waited for without end.
        @Test func givesUpWhereNobodyTakesTheName() throws {
            try inFolder { _, desktop in
                let setup = SecretServiceSetup(
                    desktop: desktop,
                    manager: ServiceManager { _ in true },
                    bus: Bus(Self.startable).bus
                )
                #expect(throws: Failure.self) { _ = try setup.takeName {} }
            }
        }

        /// Both programs print the same, each in its way.
        @Test(arguments: ["u \(getpid())\n", "   uint32 \(getpid())"])
        func theBusNamesTheProgram(_ answer: String) throws {
            let bus = Bus(["GetId": "", "GetConnectionUnixProcessID": answer]).bus
            guard case .program(let process, let name) = try bus.owner() else {
                Issue.record("nobody answers")
                return
            }
            #expect(process == getpid())
            #expect(!name.isEmpty)
        }

        @Test(arguments: [
            ("as 1 \"org.freedesktop.secrets\"", NameOwner.startable),
            ("   array [      org.freedesktop.DBus      org.freedesktop.secrets   ]", .startable),
            ("as 1 \"org.freedesktop.secrets.other\"", .nobody),
        ])
        func theBusNamesWhatItCanStart(_ answer: String, _ expected: NameOwner) throws {
            #expect(try Bus(["GetId": "", "ListActivatableNames": answer]).bus.owner() == expected)
        }

        /// Nothing could be read from it after the user has followed the advice.
        @Test func whatBecomesOfItemsIsSaidBeforeTheirProgramIsEnded() throws {
            let failure = #expect(throws: Failure.self) {
                try OtherKeyring.having(.program(process: 1, name: "keepassxc"))
            }
            let message = try #require(failure?.message)
            #expect(message.contains("the program 'keepassxc' answers for org.freedesktop.secrets"))
            #expect(message.contains("items cannot be imported once it no longer answers"))
            #expect(message.contains("'keychainctl import'"))
            #expect(try OtherKeyring.having(.program(process: 1, name: "ksecretd")) != nil)
        }

        @Test func withoutABusThatIsSaid() {
            let failure = #expect(throws: Failure.self) {
                try DesktopBus { _, _ in nil }.owner()
            }
            #expect(failure?.message.contains("dbus-run-session") == true)
        }

        private func inFolder(_ body: (String, Desktop) throws -> Void) throws {
            let folder = NSTemporaryDirectory() + "/service-" + UUID().uuidString.prefix(8)
            for path in ["run/systemd", "bin"] {
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + path,
                    withIntermediateDirectories: true
                )
            }
            defer { try? FileManager.default.removeItem(atPath: folder) }
            try Data().write(to: URL(filePath: folder + "/run/systemd/private"))
            try FileManager.default.createSymbolicLink(
                atPath: folder + "/bin/keychaind",
                withDestinationPath: "/bin/true"
            )
            let desktop = Desktop(
                data: folder + "/data",
                configuration: folder + "/config",
                runtime: folder + "/run",
                systemConfiguration: [],
                systemUnits: [],
                program: folder + "/bin/keychaind"
            )
            try body(folder, desktop)
        }
    }
#endif
