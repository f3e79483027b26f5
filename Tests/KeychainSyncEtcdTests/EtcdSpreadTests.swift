#if Fleet && os(Linux)
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import SyncSimulation
    import Testing

    /// The server of a cluster that a client asks.
    @Suite struct EtcdSpreadTests {
        private static let state = #"{"header":{"revision":"5"}}"#

        private func servers(_ count: Int) throws -> [TestServer] {
            try (0..<count).map { _ in try TestServer([.answer(200, Self.state)]) }
        }

        private func engine(_ servers: [TestServer], _ seed: UInt64) throws -> EtcdEngine {
            EtcdEngine(
                try EtcdConfiguration(endpoints: servers.map(\.endpoint), prefix: "/v/"),
                patience: .seconds(1),
                entropy: SeededSource.entropy(seed)
            )
        }

        /// Many machines have the same settings.
        @Test func clientsBeginAtAnyServer() async throws {
            let servers = try servers(3)
            defer { for server in servers { server.end() } }
            for seed in 1...30 { _ = try await engine(servers, UInt64(seed)).snapshot() }
            #expect(servers.allSatisfy { $0.requests >= 4 }, "\(servers.map(\.requests))")
            #expect(servers.map(\.requests).reduce(0, +) == 30)
        }

        @Test func aClientStaysWithItsServer() async throws {
            let servers = try servers(3)
            defer { for server in servers { server.end() } }
            let engine = try engine(servers, 7)
            for _ in 0..<10 { _ = try await engine.snapshot() }
            #expect(servers.map(\.requests).sorted() == [0, 0, 10])
        }

        /// The clients of a server that fails do not all move to the same other one.
        @Test func theClientsOfAFailedServerMoveToAllOthers() async throws {
            let servers = try servers(3)
            defer { for server in servers.dropFirst() { server.end() } }
            servers[0].end()
            for seed in 1...40 {
                let engine = try engine(servers, UInt64(seed))
                #expect(try await engine.snapshot() == VaultSnapshot("5.0"))
                _ = try await engine.snapshot()
            }
            #expect(servers[0].requests == 0)
            #expect(servers.dropFirst().allSatisfy { $0.requests >= 24 })
            #expect(servers.map(\.requests).reduce(0, +) == 80)
        }
    }
#endif
