#if Agent && os(Linux)
    import Foundation
    import KeychainAgent
    import Synchronization
    import TestRounds
    import Testing

    @_spi(Keepers) @testable import PortableKeychain

    /// Keychains that are used through the agent alone, with a real agent and the real kernel.
    @Suite(.thorough) struct ExclusiveTests {
        private static let item = GenericPassword(service: "api", account: "ci")
        private static let passcode = "sesame\n"

        private func stage() throws -> DoorStage {
            try DoorStage { stage in
                var configuration = stage.configuration
                configuration.passcodeHashing = try PasscodeHashing(
                    rounds: 1 << 10,
                    blockSize: 8,
                    parallelism: 1
                )
                let keychain = try Keychain.openOrCreate(configuration: configuration)
                try keychain.withAccessGroups(["app"]).set("s3cret", for: Self.item)
                try keychain.setPasscode(SecretBytes(utf8: "sesame"))
                try keychain.lock()
            }
        }

        /// The keys that the kernel keeps for this user's processes.
        private func kept(_ stage: DoorStage) throws -> [Bool] {
            let keychain = try Keychain.open(configuration: stage.configuration)
            let local = try #require(keychain.keeper as? LocalKeeper)
            let keybag = local.vault.open.withLock { $0.keys.keybag }
            return [.whenUnlocked, .afterFirstUnlock].map { availability in
                KernelKeyRetention().find(SharedKeys.name(keybag, availability)) != nil
            }
        }

        private func exclusive(
            _ stage: DoorStage,
            _ choice: String,
            _ passcode: String = Self.passcode
        ) throws -> Int32 {
            let words = ["agent", "exclusive", choice, "--socket", stage.socket]
            return try stage.run("keychainctl", words, input: passcode).status
        }

        private func unlock(_ stage: DoorStage, _ options: [String] = []) throws -> Int32 {
            let words = ["unlock"] + options
            return try stage.run("keychainctl", words, input: Self.passcode, agent: "require")
                .status
        }

        @Test func onlyTheAgentHasTheKeys() throws {
            let stage = try stage()
            // Without the mark they are shared, where the kernel keeps keys at all.
            let keychain = try Keychain.open(configuration: stage.configuration)
            try keychain.unlock(passcode: SecretBytes(utf8: "sesame"))
            let isShared = try keychain.access.sharesUnlocking
            #expect(try kept(stage) == [isShared, isShared])
            #expect(try exclusive(stage, "on") == 0)
            #expect(try stage.agent.status().isExclusive)
            #expect(try stage.agent.status().isLocked)
            #expect(try keychain.lockState != .unlocked)
            #expect(try kept(stage) == [false, false])

            #expect(try unlock(stage) == 0)
            #expect(try !stage.agent.status().isLocked)
            #expect(try kept(stage) == [false, false])
            #expect(try stage.keychain().secret(for: Self.item)?.string() == "s3cret")
            #expect(try keychain.lockState != .unlocked)
        }

        /// Other processes receive the reason, and are not asked for the passcode.
        @Test func othersAreRefused() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on") == 0)
            for words in [["unlock"], ["unlock", "--at-login"], ["get", "api/ci"]] {
                let outcome = try stage.run("keychainctl", words, input: Self.passcode)
                #expect(outcome.status == 53)
                #expect(outcome.output.contains("this keychain is used through the agent"))
            }
            #expect(!stage.told.contains("GETPIN"))
            let user = ScriptedUser()
            var configuration = stage.configuration
            configuration.accessGroups = ["app"]
            configuration.authenticator = user
            configuration.unlocksOnDemand = true
            let keychain = try Keychain.open(configuration: configuration)
            #expect(throws: KeychainError(.notAvailable)) { try keychain.secret(for: Self.item) }
            #expect(throws: KeychainError(.notAvailable)) {
                try keychain.unlock(passcode: SecretBytes(utf8: "sesame"))
            }
            #expect(throws: KeychainError(.notAvailable)) {
                try keychain.unlock(asking: user, configuration: configuration)
            }
            #expect(throws: KeychainError(.notAvailable)) {
                try keychain.access.unlock(.passcode(SecretBytes(utf8: "sesame")))
            }
            #expect(!user.wasAsked)
        }

        /// A new passcode shares no keys, not even with a change that opens all keys.
        @Test func aNewPasscodeSharesNothing() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on") == 0)
            let keychain = try Keychain.open(configuration: stage.configuration)
            let (old, new) = (SecretBytes(utf8: "sesame"), SecretBytes(utf8: "poppy"))
            try keychain.removePasscode(old)
            try keychain.setPasscode(new)
            #expect(try kept(stage) == [false, false])
        }

        @Test func isLockedAfterARestart() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on") == 0)
            #expect(try unlock(stage) == 0)
            stage.kill()
            try stage.start()
            let status = try stage.agent.status()
            #expect(status.isLocked && status.isExclusive)
        }

        @Test func locksByItself() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on") == 0)
            #expect(try unlock(stage, ["--for", "1s"]) == 0)
            #expect(try !stage.agent.status().isLocked)
            let start = ContinuousClock.now
            while try !stage.agent.status().isLocked, ContinuousClock.now - start < .seconds(10) {
                usleep(20_000)
            }
            #expect(try stage.agent.status().isLocked)
        }

        /// Another program removes the mark: until it ends, the agent keeps the keys for itself.
        @Test func aRemovedMarkSharesNothing() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on") == 0)
            #expect(try unlock(stage) == 0)
            try Keychain.open(configuration: stage.configuration).setExclusive(false)
            #expect(try stage.run("keychainctl", ["lock"], agent: "require").status == 0)
            #expect(try unlock(stage) == 0)
            #expect(try kept(stage) == [false, false])
        }

        @Test func takesThePasscode() throws {
            let stage = try stage()
            #expect(try exclusive(stage, "on", "wrong\n") == 51)
            #expect(try !stage.agent.status().isExclusive)
            #expect(try exclusive(stage, "on") == 0)
            #expect(try exclusive(stage, "off", "wrong\n") == 51)
            #expect(try stage.agent.status().isExclusive)
            #expect(try exclusive(stage, "off") == 0)
            #expect(try !stage.agent.status().isExclusive)
            // And it is as before.
            let keychain = try Keychain.open(configuration: stage.configuration)
            try keychain.unlock(passcode: SecretBytes(utf8: "sesame"))
            #expect(try keychain.lockState == .unlocked)
            #expect(try !stage.agent.status().isLocked)
        }

        @Test func needsAPasscode() throws {
            let stage = try DoorStage()
            let words = ["agent", "exclusive", "on", "--socket", stage.socket]
            #expect(try stage.run("keychainctl", words).status == 53)
            #expect(try !stage.agent.status().isExclusive)
        }
    }

    /// A user that would answer.
    private final class ScriptedUser: Authenticator {
        private let asked = Mutex(false)

        var wasAsked: Bool { asked.withLock { $0 } }

        func answer(
            _ question: AuthenticationQuestion
        ) throws(KeychainError) -> AuthenticationAnswer {
            asked.withLock { $0 = true }
            return .secret(SecretBytes(utf8: "sesame"))
        }
    }
#endif
