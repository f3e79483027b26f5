#if NIO
    import KeychainNIOSSL
    import KeychainTesting
    import NIOSSL
    import PortableKeychain
    import Testing

    /// A server that demands a certificate of its clients, and clients that have one, or none.
    @Suite(.enabled(if: Authority.isPresent, "needs openssl 3")) struct MutualTLSTests {
        let authority: Authority
        let keychain: Keychain

        init() throws {
            authority = try Authority("Ours")
            var configuration = Keychain.Configuration()
            configuration.token = SoftwareToken()
            keychain = try .inMemory(configuration)
        }

        /// The peers with identities of the keychain, whose only anchor is its root.
        private func loopback(
            _ place: TLSKeyPlace = .memory,
            _ version: TLSVersion = .tlsv13
        ) throws -> Loopback {
            let roots = try NIOSSLTrustRoots.roots(of: keychain)
            var client = try TLSConfiguration.makeClientConfiguration(
                identity: .identity(label: "client"),
                in: keychain,
                privateKey: place
            )
            client.trustRoots = roots
            client.maximumTLSVersion = version
            return Loopback(
                server: try .makeServerConfigurationWithMTLS(
                    identity: .identity(label: "server"),
                    in: keychain,
                    privateKey: place,
                    trustRoots: roots
                ),
                client: client
            )
        }

        static let keys: [KeySpecification] = [.p256, .p384, .rsa(bits: 2048)]

        @Test(arguments: keys, [TLSKeyPlace.memory, .keychain])
        func bothSidesProveWhoTheyAre(key: KeySpecification, place: TLSKeyPlace) async throws {
            try keychain.addIdentity("server", of: authority, key: key)
            try keychain.addIdentity("client", of: authority, key: key)
            for version in [TLSVersion.tlsv12, .tlsv13] {
                let outcome = try await loopback(place, version).connect()
                #expect(try outcome.client.get() == "hello, client")
            }
        }

        /// Signature algorithms that swift-nio-ssl accepts only if it is configured to.
        @Test(
            arguments: [
                (KeySpecification.p521, SignatureAlgorithm.ecdsaSecp521R1Sha512),
                (.ed25519, .ed25519),
            ],
            [TLSKeyPlace.memory, .keychain]
        )
        func otherKeysWorkWhereTheyAreAccepted(
            key: (specification: KeySpecification, algorithm: SignatureAlgorithm),
            place: TLSKeyPlace
        ) async throws {
            try keychain.addIdentity("server", of: authority, key: key.specification)
            try keychain.addIdentity("client", of: authority, key: key.specification)
            var peers = try loopback(place)
            let refused = try await peers.connect()
            #expect(throws: (any Error).self) { try refused.client.get() }
            // The last one is that of the authority's signatures.
            let accepted = [key.algorithm, .ecdsaSecp256R1Sha256]
            peers.server.verifySignatureAlgorithms = accepted
            peers.client.verifySignatureAlgorithms = accepted
            peers.server.signingSignatureAlgorithms = [key.algorithm]
            peers.client.signingSignatureAlgorithms = [key.algorithm]
            #expect(try await peers.connect().client.get() == "hello, client")
        }

        /// A key in a token cannot be extracted: the token signs in the handshake.
        @Test func theClientsKeyStaysInItsToken() async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority, heldBy: .token)
            let outcome = try await loopback().connect()
            #expect(try outcome.client.get() == "hello, client")
        }

        @Test func nothingOlderThanTLS12IsSpoken() async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority)
            var peers = try loopback()
            #expect(peers.client.minimumTLSVersion == .tlsv12)
            peers.client.minimumTLSVersion = .tlsv1
            peers.client.maximumTLSVersion = .tlsv11
            let outcome = try await peers.connect()
            #expect(throws: NIOSSLError.self) { try outcome.client.get() }
        }

        @Test func aClientWithoutACertificateIsRefused() async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority)
            var peers = try loopback()
            peers.client.certificateChain = []
            peers.client.privateKey = nil
            try await expectRefusal(peers, "PEER_DID_NOT_RETURN_A_CERTIFICATE")
        }

        @Test func aClientOfAnotherAuthorityIsRefused() async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority)
            var peers = try loopback()
            let other = try Keychain.inMemory()
            try other.addIdentity("client", of: Authority("Theirs"))
            let theirs = try TLSConfiguration.makeClientConfiguration(
                identity: .identity(label: "client"),
                in: other
            )
            peers.client.certificateChain = theirs.certificateChain
            peers.client.privateKey = theirs.privateKey
            try await expectRefusal(peers, "CERTIFICATE_VERIFY_FAILED")
        }

        @Test func anExpiredClientIsRefused() async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority, days: -1)
            try await expectRefusal(loopback(), "CERTIFICATE_VERIFY_FAILED")
        }

        private func expectRefusal(
            _ peers: Loopback,
            _ reason: String,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let outcome = try await peers.connect()
            #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
                try outcome.client.get()
            }
            let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) {
                try outcome.server.get()
            }
            let text = error.map { "\($0)" } ?? ""
            #expect(text.contains(reason), sourceLocation: sourceLocation)
        }

        @Test(arguments: [("localhost", true), ("other.example", false)])
        func theServerMustHaveTheName(host: String, isRight: Bool) async throws {
            try keychain.addIdentity("server", of: authority)
            try keychain.addIdentity("client", of: authority)
            var peers = try loopback()
            peers.host = host
            let outcome = try await peers.connect()
            if isRight {
                #expect(try outcome.client.get() == "hello, client")
            } else {
                #expect(throws: NIOSSLExtraError.failedToValidateHostname) {
                    try outcome.client.get()
                }
            }
        }

        @Test func anExpiredServerIsRefused() async throws {
            try keychain.addIdentity("server", of: authority, days: -1)
            try keychain.addIdentity("client", of: authority)
            let outcome = try await loopback().connect()
            #expect(throws: NIOSSLError.self) { try outcome.client.get() }
        }
    }
#endif
