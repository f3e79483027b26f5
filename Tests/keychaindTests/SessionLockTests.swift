#if Agent && os(Linux)
    import Foundation
    import PortableKeychain
    import TestRounds
    import Testing

    /// Keychains are locked when their user leaves, as logind says it.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct SessionLockTests {
        private let bus: PrivateBus
        private let logind: MockLogind

        /// An unlocked keychain with a passcode, and keychaind, which has served it.
        init() throws {
            bus = try PrivateBus(asking: .declines, withLogind: true)
            logind = try #require(bus.logind)
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            try bus.keychain().setPasscode(PrivateBus.passcode)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(try bus.keychain().lockState == .unlocked)
        }

        /// An event of logind, and whether it locks.
        enum Event: CaseIterable {
            case lock, lockOfAnother, lockedHint, idleHint, hintOfAnother, lastSession, oneSession
            case sleep, wake

            var locks: Bool {
                switch self {
                case .lock, .lockedHint, .idleHint, .lastSession, .sleep: true
                case .lockOfAnother, .hintOfAnother, .oneSession, .wake: false
                }
            }
        }

        private func cause(_ event: Event) throws {
            switch event {
            case .lock: logind.tell(MockLogind.ownSession, "Session", "Lock")
            case .lockOfAnother: logind.tell(MockLogind.otherSession, "Session", "Lock")
            case .lockedHint: logind.hint("LockedHint", of: MockLogind.ownSession)
            case .idleHint: logind.hint("IdleHint", of: MockLogind.ownSession)
            case .hintOfAnother: logind.hint("LockedHint", of: MockLogind.otherSession)
            case .lastSession:
                logind.hasSessions = false
                logind.removeSession()
            case .oneSession: logind.removeSession()
            case .sleep: logind.sleep(true)
            case .wake: logind.sleep(false)
            }
        }

        @Test(arguments: Event.allCases) func locks(_ event: Event) throws {
            try cause(event)
            if event.locks {
                try see { try bus.keychain().lockState == .locked }
            } else {
                // A call after it is answered after it.
                #expect(try bus.secretTool("lookup user ann").output == "s3cret")
                usleep(100_000)
            }
            #expect(try bus.keychain().lockState == (event.locks ? .locked : .unlocked))
            let found = try bus.secretTool("lookup user ann")
            #expect(found.output == (event.locks ? "" : "s3cret"))
            #expect(bus.questions == (event.locks ? 1 : 0), "the user is asked, and declines")
        }

        /// The user's setting decides about the screen, and about nothing else; keychaind need not be restarted.
        @Test(arguments: Event.allCases) func locksAsTheUserChose(_ event: Event) throws {
            try choose(.lockWithScreen, "no")
            try cause(event)
            if [.lastSession, .sleep].contains(event) {
                try see { try bus.keychain().lockState == .locked }
            } else {
                #expect(try bus.secretTool("lookup user ann").output == "s3cret")
                usleep(100_000)
                #expect(try bus.keychain().lockState == .unlocked)
            }
        }

        private func choose(_ setting: KeychainSetting, _ value: String) throws {
            let configuration = Keychain.Configuration(folder: bus.folder + "/portable-keychain")
            var preferences = try KeychainPreferences(configuration)
            _ = preferences.set(setting, to: value)
            try preferences.save()
        }

        /// The desktop shows what the user wants to know, also where its service never answers.
        @Test func theDesktopTellsWhatHasHappened() throws {
            let keychain = try bus.keychain()
            let desktop = try MockNotifications(bus.address)
            defer { desktop.end() }
            logind.tell(MockLogind.ownSession, "Session", "Lock")
            try see { try keychain.lockState == .locked }
            try keychain.unlock(passcode: PrivateBus.passcode)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(desktop.titles.isEmpty, "nobody is helped by what is known")
            // Its time is over.
            try keychain.lock()
            _ = try bus.secretTool("lookup user ann")
            let title = "The keychain 'default' is locked"
            try see { desktop.titles == [title] }
            try keychain.unlock(passcode: PrivateBus.passcode)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            try choose(.notifications, "all")
            logind.tell(MockLogind.ownSession, "Session", "Lock")
            try see { desktop.titles == [title, title] }
            try choose(.notifications, "no")
            try keychain.unlock(passcode: PrivateBus.passcode)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            logind.sleep(true)
            try see { try keychain.lockState == .locked }
            usleep(100_000)
            #expect(desktop.titles.count == 2)
        }

        @Test func theMachineSleepsWhenTheKeychainsAreLocked() throws {
            #expect(logind.inhibitorCount == 1)
            logind.sleep(true)
            try see { logind.inhibitorCount == 0 }
            #expect(try bus.keychain().lockState == .locked)
            logind.sleep(false)
            try see { logind.inhibitorCount == 1 }
            #expect(logind.inhibitorCount == 1, "for the next time")
        }

        private func see(_ condition: () throws -> Bool) throws {
            try waits { try condition() }
            #expect(try condition())
        }
    }
#endif
