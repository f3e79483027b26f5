#if NIO
    import KeychainNIOSSL
    import NIOSSL
    import PortableKeychain
    import Synchronization
    import Testing

    /// The keychain library's trust evaluation as the callback of swift-nio-ssl.
    @Suite(.enabled(if: Authority.isPresent, "needs openssl 3")) struct PeerVerificationTests {
        typealias Cause = CertificateTrustError.Cause

        /// A fault of the server, and the client's message about it.
        struct Fault: Sendable, CustomTestStringConvertible {
            var testDescription: String
            var host = "localhost"
            var isOurs = true
            var uses = "serverAuth"
            var days = 9
            let cause: Cause?
        }

        static let servers: [Fault] = [
            Fault(testDescription: "trusted", cause: nil),
            Fault(testDescription: "by its address", host: "127.0.0.1", cause: nil),
            Fault(testDescription: "another host", host: "other.example", cause: .wrongHost),
            Fault(testDescription: "another address", host: "127.0.0.2", cause: .wrongHost),
            Fault(testDescription: "another authority", isOurs: false, cause: .noAnchor),
            Fault(testDescription: "a client", uses: "clientAuth", cause: .wrongPurpose),
            Fault(testDescription: "expired", days: -1, cause: .expired),
            Fault(testDescription: "for too long", days: 900, cause: .longValidity),
        ]

        @Test(arguments: servers) func clientsCheckServers(_ fault: Fault) async throws {
            let ours = try Authority("Ours")
            let keychain = try Keychain.inMemory()
            try keychain.addIdentity(
                "server",
                of: ours,
                hosts: "DNS:localhost,IP:127.0.0.1",
                uses: fault.uses,
                days: fault.days
            )
            let anchors = fault.isOurs ? [ours.root] : [try Authority("Theirs").root]
            let seen = Seen()
            var verification = PeerVerification(
                .tlsServer(host: fault.host),
                anchors: anchors,
                // The system's trust changes nothing about an authority of a test.
                usesSystemAnchors: true
            )
            verification.onRefusal = seen.keep
            let peers = Loopback(
                server: try .makeServerConfiguration(
                    identity: .identity(label: "server"),
                    in: keychain
                ),
                client: .makeClientConfiguration(),
                clientVerification: verification
            )
            try await expect(peers, seen, "hello, stranger", fault.cause)
        }

        @Test(arguments: [
            Fault(testDescription: "trusted", uses: "clientAuth", cause: nil),
            Fault(testDescription: "another authority", isOurs: false, cause: .noAnchor),
            Fault(testDescription: "a server", uses: "serverAuth", cause: .wrongPurpose),
            Fault(testDescription: "expired", uses: "clientAuth", days: -1, cause: .expired),
        ])
        func serversCheckClients(_ fault: Fault) async throws {
            let ours = try Authority("Ours")
            let keychain = try Keychain.inMemory()
            try keychain.addIdentity("server", of: ours)
            try keychain.addIdentity("client", of: ours, uses: fault.uses, days: fault.days)
            let seen = Seen()
            var verification = PeerVerification(
                .tlsClient,
                anchors: fault.isOurs ? [ours.root] : [try Authority("Theirs").root]
            )
            verification.onRefusal = seen.keep
            let roots = try NIOSSLTrustRoots.roots(of: keychain)
            var client = try TLSConfiguration.makeClientConfiguration(
                identity: .identity(label: "client"),
                in: keychain
            )
            client.trustRoots = roots
            let peers = Loopback(
                server: try .makeServerConfigurationWithMTLS(
                    identity: .identity(label: "server"),
                    in: keychain,
                    trustRoots: roots
                ),
                client: client,
                serverVerification: verification
            )
            try await expect(peers, seen, "hello, client (3 certificates)", fault.cause)
        }

        private func expect(
            _ peers: Loopback,
            _ seen: Seen,
            _ greeting: String,
            _ cause: Cause?
        ) async throws {
            let outcome = try await peers.connect()
            if let cause {
                #expect(throws: (any Error).self) { try outcome.client.get() }
                #expect((seen.error as? CertificateTrustError)?.cause == cause)
            } else {
                #expect(try outcome.client.get() == greeting)
                #expect(seen.error == nil)
            }
        }

        /// The roots of this machine: some of them are valid now.
        private static let systemRoots =
            TrustBundle.contents().flatMap { try? X509Certificate.supported(in: $0) } ?? []

        @Test(.enabled(if: !systemRoots.isEmpty, "needs the package ca-certificates"))
        func rootsOfTheSystemAreAnchorsWhenAskedFor() throws {
            let roots = try Self.systemRoots.map { try NIOSSLCertificate($0) }
            var verification = PeerVerification(.basicX509, anchors: [])
            #expect(!roots.contains { (try? verification.evaluate([$0])) != nil })
            verification.usesSystemAnchors = true
            #expect(roots.contains { (try? verification.evaluate([$0])) != nil })
        }

        @Test func nothingPresentedIsNothingTrusted() throws {
            let verification = PeerVerification(.tlsClient, anchors: [])
            #expect(throws: KeychainError(.undecodable)) { try verification.evaluate([]) }
        }
    }

    /// The first error that a callback received.
    private final class Seen: Sendable {
        private let first = Mutex<(any Error)?>(nil)

        var error: (any Error)? { first.withLock { $0 } }

        @Sendable func keep(_ error: any Error) { first.withLock { $0 = $0 ?? error } }
    }
#endif
