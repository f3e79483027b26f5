#if Agent && TPM && os(Linux)
    import Foundation
    import PortableKeychain
    import TestRounds
    import Testing

    /// A TPM in software opens what a lock of the screen has locked.
    @Suite(
        .thorough,
        .enabled(
            if: PrivateBus.isPossible && SharedSimulator.program != nil && geteuid() == 0,
            "dbus, secret-tool or swtpm is missing, or this is not root"
        )
    )
    struct ReopeningTests {
        @Test func theChipOpensAgainWithoutAQuestion() throws {
            let simulator = try SharedSimulator(of: geteuid())
            let bus = try PrivateBus(asking: .declines, withLogind: true)
            let logind = try #require(bus.logind)
            bus.variables = ["KEYCHAIN_TPM_INTERFACE": simulator.interface]
            bus.killDaemon()
            try bus.startDaemon()
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            try bus.keychain().setPasscode(PrivateBus.passcode)
            let tool = PrivateBus.program.deletingLastPathComponent().appending(path: "keychainctl")
            let enrolled = try bus.run(tool.path, ["tpm", "enroll", "--no-pin"], "1234\n")
            #expect(enrolled.status == 0, "\(enrolled)")
            let keychain = try bus.keychain()
            for isSleep in [false, true] {
                #expect(try bus.secretTool("lookup user ann").output == "s3cret")
                if isSleep {
                    logind.sleep(true)
                } else {
                    logind.tell(MockLogind.ownSession, "Session", "Lock")
                }
                try see(.locked, keychain)
                // Neither waking up nor a hand on the mouse proves a user.
                logind.sleep(false)
                logind.hint("IdleHint", of: MockLogind.ownSession, is: false)
                logind.hint("LockedHint", of: MockLogind.otherSession, is: false)
                usleep(200_000)
                #expect(try keychain.lockState == .locked)
                if isSleep {
                    logind.hint("LockedHint", of: MockLogind.ownSession, is: false)
                } else {
                    logind.tell(MockLogind.ownSession, "Session", "Unlock")
                }
                try see(.unlocked, keychain)
            }
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(bus.questions == 0)
        }

        private func see(_ state: LockState, _ keychain: Keychain) throws {
            try waits { try keychain.lockState == state }
            #expect(try keychain.lockState == state)
        }
    }
#endif
