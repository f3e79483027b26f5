#if Configuration
    import Configuration
    import ConfigurationTesting
    import KeychainConfiguration
    @_spi(Keepers) import KeychainTesting
    @_spi(Keepers) import PortableKeychain
    import Testing

    @Suite("The provider for swift-configuration")
    struct KeychainProviderTests {
        private let keychain: Keychain
        private let provider: KeychainProvider

        init() throws {
            keychain = try emptyKeychain()
            provider = KeychainProvider(keychain, service: service)
        }

        private func read(_ account: String, _ type: ConfigType) throws -> ConfigContent? {
            try provider.value(forKey: AbsoluteConfigKey([account]), type: type).value?.content
        }

        @Test("passes the library's test for providers")
        func compatibility() async throws {
            let magic: [UInt8] = [0x6d, 0x61, 0x67, 0x69, 0x63]
            let magic2: [UInt8] = [0x6d, 0x61, 0x67, 0x69, 0x63, 0x32]
            for (account, text) in [
                "string": "Hello", "other.string": "Other Hello", "int": "42", "other.int": "24",
                "double": "3.14", "other.double": "2.72", "bool": "true", "other.bool": "no",
                "stringy.array": "Hello,World", "other.stringy.array": "Hello, Swift",
                "inty.array": "42,24", "other.inty.array": "16, 32",
                "doubly.array": "3.14,2.72", "other.doubly.array": "0.9,1.8",
                "booly.array": "true,false", "other.booly.array": "0,1,yes",
                "byteChunky.array": "bWFnaWM=,bWFnaWMy",
                "other.byteChunky.array": "bWFnaWM=, bWFnaWMy, bWFnaWM=",
            ] {
                try keychain.put(text, account)
            }
            try keychain.put(SecretBytes(magic), "bytes")
            try keychain.put(SecretBytes(magic2), "other.bytes")
            try await ProviderCompatTest(provider: provider).runTest()
        }

        @Test(
            "refuses a secret of another type, without showing it",
            arguments: [
                ("s3cret", .int), ("s3cret", .double), ("s3cret", .bool), ("1,s3cret", .intArray),
                ("1,s3cret", .doubleArray), ("1,s3cret", .boolArray),
                ("s3cret!", .byteChunkArray),
            ] as [(String, ConfigType)]
        )
        func otherType(text: String, type: ConfigType) throws {
            try keychain.put(text, "a")
            let error = #expect(throws: KeychainValueError.self) { try read("a", type) }
            let sentence = try #require(error).description
            #expect(sentence.contains("'a'") && !sentence.contains("s3cret"))
        }

        @Test("reads bytes that are not text only as bytes")
        func bytes() throws {
            try keychain.put(SecretBytes([0xff, 0, 0x0a]), "a")
            #expect(try read("a", .bytes) == .bytes([0xff, 0, 0x0a]))
            #expect(throws: KeychainValueError.self) { try read("a", .string) }
        }

        @Test("marks all values as secret")
        func isSecret() throws {
            try keychain.put("s3cret", "a")
            let value = try #require(try provider.value(forKey: ["a"], type: .string).value)
            #expect(value.isSecret && !"\(value)".contains("s3cret"))
            let shown = try provider.snapshot().value(forKey: ["a"], type: .string)
            #expect(shown.value == value)
        }

        @Test("reads only the items of its service")
        func otherServices() throws {
            try keychain.set("x", for: GenericPassword(service: "other", account: "a"))
            #expect(try read("a", .string) == nil)
            #expect(try provider.snapshot().value(forKey: ["a"], type: .string).value == nil)
        }

        @Test("never reports a locked item as absent")
        func locked() async throws {
            try keychain.put("s3cret", "database.password")
            try keychain.lockWithPasscode()
            let key: AbsoluteConfigKey = ["database", "password"]
            let isLocked = { (error: any Error) in (error as? KeychainError)?.code == .locked }
            #expect { try provider.value(forKey: key, type: .string) } throws: { isLocked($0) }
            await #expect { try await provider.fetchValue(forKey: key, type: .string) } throws: {
                isLocked($0)
            }
            #expect { try provider.snapshot().value(forKey: key, type: .string) } throws: {
                isLocked($0)
            }
            #expect {
                try KeychainProvider(requiringUnlocked: keychain, service: service)
            } throws: {
                isLocked($0)
            }
            #expect {
                try ConfigReader(provider: provider).requiredString(forKey: "database.password")
            } throws: {
                isLocked($0)
            }
            // The documentation warns of this: the library gives the default for an error.
            let reader = ConfigReader(provider: provider)
            #expect(reader.string(forKey: "database.password", default: "guest") == "guest")
            try keychain.unlock(passcode: passcode)
            #expect(try reader.requiredString(forKey: "database.password") == "s3cret")
        }

        @Test("does not choose among several items of an account")
        func ambiguous() throws {
            var item = GenericPassword(service: service, account: "a")
            for isSynchronizable in [true, false] {
                item.isSynchronizable = isSynchronizable
                try keychain.add("s3cret", for: item)
            }
            try keychain.put("fine", "b")
            let isAmbiguous = { (error: any Error) in
                (error as? KeychainError)?.code == .ambiguous
            }
            #expect { try read("a", .string) } throws: { isAmbiguous($0) }
            let snapshot = provider.snapshot()
            #expect { try snapshot.value(forKey: ["a"], type: .string) } throws: {
                isAmbiguous($0)
            }
            #expect(try snapshot.value(forKey: ["b"], type: .string).value?.content == "fine")
        }

        @Test("reads items that require no proof, and never asks the user")
        func proofs() throws {
            var guarded = GenericPassword(service: service, account: "guarded")
            guarded.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
            try keychain.setPasscode(passcode)
            try keychain.add("s3cret", for: guarded)
            try keychain.put("plain", "a")
            #expect(throws: KeychainError.self) { try read("guarded", .string) }
            let snapshot = provider.snapshot()
            #expect(throws: KeychainError.self) {
                try snapshot.value(forKey: ["guarded"], type: .string)
            }
            #expect(try snapshot.value(forKey: ["a"], type: .string).value?.content == "plain")
        }

        @Test("has what the user stored with the tool in snapshots, too")
        func sharedGroup() throws {
            let user = try keychain.withAccessGroups(["keychainctl"])
            try user.put("user's", "stored")
            try user.put("user's", "both")
            try user.put("user's", "guarded")
            try keychain.add("own", for: GenericPassword(service: service, account: "both"))
            func expectAll() throws {
                let snapshot = provider.snapshot()
                for (account, text) in ["stored": "user's", "both": "own"] {
                    #expect(try read(account, .string) == .string(text))
                    let value = try snapshot.value(forKey: [account], type: .string).value
                    #expect(value?.content == .string(text))
                }
            }
            try expectAll()
            // An item of the program hides that of the user, also if it requires a proof.
            var guarded = GenericPassword(service: service, account: "guarded")
            guarded.accessControl = try AccessControl(.whenUnlocked, constraints: .userPresence)
            try keychain.setPasscode(passcode)
            try keychain.add("own", for: guarded)
            try expectAll()
            #expect(throws: KeychainError.self) {
                try provider.snapshot().value(forKey: ["guarded"], type: .string)
            }
        }

        @Test("reads through any keeper")
        func keepers() throws {
            let other = Keychain(keeper: PassThroughKeeper(keychain))
            try keychain.put("s3cret", "a")
            let reader = ConfigReader(provider: KeychainProvider(other, service: service))
            #expect(try reader.requiredString(forKey: "a") == "s3cret")
        }

        @Test("runs the code of its documentation")
        func documentation() async throws {
            try await Keychain.withCurrent(keychain) {
                try keychain.put("first", "database.password")
                let secrets = try KeychainProvider(
                    requiringUnlocked: .current,
                    service: "my-server",
                    every: .milliseconds(5)
                )
                let config = ConfigReader(providers: [secrets, EnvironmentVariablesProvider()])
                let password = try config.requiredString(forKey: "database.password")
                #expect(password == "first")
                let database = Database()
                let watching = Task {
                    try await config.watchString(forKey: "database.password") { passwords in
                        for try await password in passwords {
                            guard let password else { continue }
                            await database.logIn(password)
                        }
                    }
                }
                while await database.passwords.isEmpty { await Task.yield() }
                try keychain.put("second", "database.password")
                while await database.passwords.count < 2 { await Task.yield() }
                watching.cancel()
                try await watching.value
                #expect(await database.passwords == ["first", "second"])
            }
        }

        private actor Database {
            var passwords: [String] = []
            func logIn(_ password: String) { passwords.append(password) }
        }
    }
#endif
