#if NIO
    import KeychainTesting
    import NIOSSL
    import PortableKeychain
    import Testing

    @testable import KeychainNIOSSL

    /// The code of the article on mutual TLS, which says who is who to a server that demands it.
    @Suite(.enabled(if: Authority.isPresent, "needs openssl 3")) struct ArticleTests {
        @Test func mutualTLSInTenLines() async throws {
            var configuration = Keychain.Configuration()
            configuration.token = SoftwareToken()
            let keychain = try Keychain.inMemory(configuration)
            let authority = try Authority("Our")
            try keychain.addIdentity("server", of: authority)

            let key = try keychain.keys.generate(for: KeyItem(tag: "worker 7"), heldBy: .token)
            let publicKey = try key.publicKey.pem()
            let issued = try authority.certificate("worker 7", for: KeyMaterial(pem: publicKey))
            try keychain.certificates.add(issued)

            let roots = try NIOSSLTrustRoots.roots(of: keychain)
            let serverTLS = try TLSConfiguration.makeServerConfigurationWithMTLS(
                identity: .identity(label: "server").validOn(),
                in: keychain,
                trustRoots: roots
            )
            let serverContext = try NIOSSLContext(configuration: serverTLS)
            _ = NIOSSLServerHandler(context: serverContext)

            var clientTLS = try TLSConfiguration.makeClientConfiguration(
                identity: .identity(label: "worker 7").validOn(),
                in: keychain
            )
            clientTLS.trustRoots = roots
            let clientContext = try NIOSSLContext(configuration: clientTLS)

            let anchors = try keychain.certificates.all(matching: .certificate(label: "Our root"))
            #expect(anchors == [authority.root])
            var verification = PeerVerification(.tlsServer(host: "localhost"), anchors: anchors)
            verification.onRefusal = { error in print("refused: \(error)") }
            let handler = try NIOSSLClientHandler(
                context: clientContext,
                serverHostname: "localhost",
                customVerificationCallback: verification.callback
            )
            _ = handler

            // swift-nio-ssl decides about the server first, then the library's trust evaluation does.
            try await expectGreeting(serverTLS, clientTLS, nil)
            try await expectGreeting(serverTLS, clientTLS, verification)
        }

        private func expectGreeting(
            _ server: TLSConfiguration,
            _ client: TLSConfiguration,
            _ verification: PeerVerification?
        ) async throws {
            let peers = Loopback(server: server, client: client, clientVerification: verification)
            #expect(try await peers.connect().client.get() == "hello, worker 7")
        }
    }
#endif
