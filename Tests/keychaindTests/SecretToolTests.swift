#if Agent && os(Linux)
    import PortableKeychain
    import Testing

    /// The usual program that asks for secrets, with a keychain in its three states.
    @Suite(.enabled(if: PrivateBus.isPossible, "dbus or secret-tool is missing: run 'make test'"))
    struct SecretToolTests {
        @Test func withoutAPasscode() throws {
            let bus = try PrivateBus()
            let stored = try bus.secretTool("store --label=x user ann host x", input: "s3\ncret")
            #expect(stored.status == 0)
            try bus.secretTool("store --label=y user ann host y", input: "other")
            #expect(try bus.secretTool("lookup user ann host x").output == "s3\ncret")
            let missing = try bus.secretTool("lookup user bob")
            #expect(missing.status == 1)
            #expect(missing.output == "")
            let found = try bus.secretTool("search --all user ann").output
            #expect(found.contains("label = x") && found.contains("secret = other"))
            try bus.secretTool("store --label=z user ann host x", input: "new")
            #expect(try bus.secretTool("lookup host x").output == "new")
            #expect(try bus.secretTool("clear user ann host x").status == 0)
            #expect(try bus.secretTool("lookup user ann host x").status == 1)
            #expect(try bus.secretTool("lookup user ann").output == "other")
            #expect(bus.questions == 0)
        }

        @Test func lockedAndTheUserAnswers() throws {
            let bus = try PrivateBus(asking: .types)
            try lockWithAnItem(bus)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret")
            #expect(bus.questions == 1)
            #expect(try bus.keychain().lockState == .unlocked)
            // The dialog says who asks, and for what.
            #expect(bus.told.contains("SETTITLE Keychain"))
            let text = bus.told.first { $0.hasPrefix("SETDESC ") } ?? ""
            let start =
                "SETDESC Passcode of the keychain 'default'%0A%0A\"/usr/bin/secret-tool\" (process "
            #expect(text.hasPrefix(start), "\(text)")
            #expect(text.contains("asks for it.%0AIt was started by:%0A  \"/"), "\(text)")
            #expect(!text.contains("keychaind"), "\(text)")
        }

        @Test func lockedAndTheUserDeclines() throws {
            let bus = try PrivateBus(asking: .declines)
            try lockWithAnItem(bus)
            #expect(try bus.secretTool("lookup user ann").status == 1)
            #expect(bus.questions == 1)
            #expect(try bus.secretTool("lookup user bob").status == 1)
            #expect(bus.questions == 1, "what is absent asks nobody")
            #expect(try bus.secretTool("store --label=x user ann", input: "new").status != 0)
            try bus.keychain().unlock(passcode: PrivateBus.passcode)
            #expect(try bus.secretTool("lookup user ann").output == "s3cret", "as it was")
        }

        #if FIDO2
            /// The action of the user of a keychain that a security key opens, and the result for
            /// the program.
            @Test(
                arguments: [
                    ("", .confirms, "s3cret"), ("", .declines, ""),
                    ("touch never", .confirms, ""),
                ] as [(String, PrivateBus.User, String)]
            )
            func aSecurityKeyUnlocks(
                _ behavior: String,
                _ user: PrivateBus.User,
                _ output: String
            ) throws {
                let bus = try PrivateBus(asking: user)
                try bus.secretTool("store --label=x user ann", input: "s3cret")
                try bus.installSecurityKey("")
                try bus.enrollSecurityKey()
                try bus.keychain().lock()
                try bus.installSecurityKey(behavior)
                #expect(try bus.secretTool("lookup user ann").output == output)
                #expect(bus.questions == 1, "a dialog says what the touch is for")
                let state: LockState = output.isEmpty ? .locked : .unlocked
                #expect(try bus.keychain().lockState == state)
            }
        #endif

        /// Stores an item, locks the keychain with a passcode, and restarts keychaind.
        private func lockWithAnItem(_ bus: PrivateBus) throws {
            try bus.secretTool("store --label=x user ann", input: "s3cret")
            try bus.keychain().setPasscode(PrivateBus.passcode)
            try bus.keychain().lock()
            bus.killDaemon()
            try bus.startDaemon()
        }
    }
#endif
