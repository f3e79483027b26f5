#if NIO
    import KeychainNIOSSL
    import KeychainTesting
    import NIOSSL
    import PortableKeychain
    import TestRounds
    import Testing

    /// Keychains that are locked before and after a configuration was made.
    @Suite(.thorough, .enabled(if: Authority.isPresent, "needs openssl 3")) struct LockedKeyTests {
        let authority: Authority
        let keychain: Keychain
        let query: KeychainQuery<IdentityItem> = .identity(label: "client")

        init() throws {
            authority = try Authority("Ours")
            var configuration = Keychain.Configuration()
            configuration.token = SoftwareToken()
            keychain = try .inMemory(configuration)
            try keychain.setPasscode(SecretBytes(utf8: "correct horse"))
            try keychain.addIdentity("server", of: authority)
        }

        @Test func noConfigurationIsMadeOfALockedIdentity() throws {
            try keychain.addIdentity("client", of: authority)
            #expect(throws: KeychainError(.itemNotFound)) {
                try TLSConfiguration.makeClientConfiguration(
                    identity: .identity(label: "nobody"),
                    in: keychain
                )
            }
            try keychain.lock()
            for place in [TLSKeyPlace.memory, .keychain] {
                #expect(throws: KeychainError(.locked)) {
                    try TLSConfiguration.makeClientConfiguration(
                        identity: query,
                        in: keychain,
                        privateKey: place
                    )
                }
            }
        }

        @Test(arguments: [
            (TLSKeyPlace.memory, KeychainKeys.Holder.keychain, true),
            (.keychain, .keychain, false), (.memory, .token, false), (.keychain, .token, false),
        ])
        func lockingEndsTheUseOfKeysThatStay(
            place: TLSKeyPlace,
            holder: KeychainKeys.Holder,
            isCopied: Bool
        ) async throws {
            try keychain.addIdentity("client", of: authority, heldBy: holder)
            let roots = try NIOSSLTrustRoots.roots(of: keychain)
            var client = try TLSConfiguration.makeClientConfiguration(
                identity: query,
                in: keychain,
                privateKey: place
            )
            client.trustRoots = roots
            let peers = Loopback(
                server: try .makeServerConfigurationWithMTLS(
                    identity: .identity(label: "server"),
                    in: keychain,
                    trustRoots: roots
                ),
                client: client
            )
            #expect(try await peers.connect().client.get() == "hello, client")
            try keychain.lock()
            let outcome = try await peers.connect()
            if isCopied {
                #expect(try outcome.client.get() == "hello, client")
            } else {
                #expect(throws: KeychainError(.locked)) { try outcome.client.get() }
            }
            try keychain.unlock(passcode: SecretBytes(utf8: "correct horse"))
            #expect(try await peers.connect().client.get() == "hello, client")
        }

        @Test func aKeyThatIsGoneIsNotFound() async throws {
            try keychain.addIdentity("client", of: authority)
            let roots = try NIOSSLTrustRoots.roots(of: keychain)
            var client = try TLSConfiguration.makeClientConfiguration(
                identity: query,
                in: keychain,
                privateKey: .keychain
            )
            client.trustRoots = roots
            let server = try TLSConfiguration.makeServerConfigurationWithMTLS(
                identity: .identity(label: "server"),
                in: keychain,
                trustRoots: roots
            )
            try keychain.delete(matching: .key(tag: "client"))
            let outcome = try await Loopback(server: server, client: client).connect()
            #expect(throws: KeychainError(.itemNotFound)) { try outcome.client.get() }
        }
    }
#endif
