#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import TestRounds
    import Testing

    /// The rights of users in a cluster, over TLS, and the messages where a right is missing.
    @Suite(.thorough, .enabled(if: EtcdCluster.isInstalled), .serialized)
    struct EtcdAccessTests {
        private func commit(
            _ engine: EtcdEngine,
            _ path: String = "a"
        ) async throws -> CommitOutcome {
            await engine.commit([VaultFileChange(path, [1])], onto: try await engine.snapshot())
        }

        @Test func trustsOneAuthority() async throws {
            let cluster = try EtcdCluster(1, isEncrypted: true)
            let good = EtcdEngine(try cluster.settings("/v/"))
            #expect(try await commit(good) == .committed)
            let settings = try cluster.settings("/v/", authority: try cluster.otherAuthority)
            let bad = EtcdEngine(settings)
            await #expect(throws: EngineFailure.unavailable) { try await bad.snapshot() }
            #expect(bad.trouble == .certificate)
            #expect(await bad.commit([], onto: VaultSnapshot("1.0")) == .unknown)
            // The name in the certificate counts too: it is for 127.0.0.1.
            let port = cluster.endpoints[0].split(separator: ":")[2]
            let other = EtcdEngine(
                try EtcdConfiguration(
                    endpoints: ["https://localhost:\(port)"],
                    prefix: "/v/",
                    authority: try cluster.authority
                )
            )
            await #expect(throws: EngineFailure.unavailable) { try await other.snapshot() }
            #expect(other.trouble == .certificate)
        }

        @Test func showsItsCertificate() async throws {
            let cluster = try EtcdCluster(1, isEncrypted: true, wantsCertificates: true)
            func engine(_ name: String?) throws -> EtcdEngine {
                let own = try name.map { try cluster.certificate($0) }
                return EtcdEngine(
                    try EtcdConfiguration(
                        endpoints: cluster.endpoints,
                        prefix: "/v/",
                        authority: try cluster.authority,
                        certificate: own?.certificate ?? [],
                        key: own?.key ?? SecretBytes([])
                    )
                )
            }
            #expect(try await commit(try engine("client")) == .committed)
            for name in [nil, "stranger"] {
                let engine = try engine(name)
                await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
                #expect(engine.trouble == .ownCertificate)
                let change = VaultFileChange("a", [2])
                #expect(await engine.commit([change], onto: VaultSnapshot("1.0")) == .unknown)
            }
            let again = try engine("client")
            #expect(try await again.read(["a"], of: try await again.snapshot()) == ["a": [1]])
        }

        /// The roles of `Documentation/Fleet.md`, by the commands that stand there.
        @Test func givesTheRolesThatAreDocumented() async throws {
            let cluster = try EtcdCluster(1)
            let document = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Documentation/Fleet.md").standardizedFileURL
            let text = try String(contentsOf: document, encoding: .utf8)
            let blocks = text.components(separatedBy: "```sh\n").dropFirst()
                .compactMap { $0.components(separatedBy: "```").first }
                .filter { $0.contains("etcdctl role") }
            #expect(blocks.count == 1)
            try cluster.shell(blocks.joined())
            for (user, role) in [("a", "admin"), ("w", "writer"), ("r", "reader")] {
                try cluster.control(["user", "add", "\(user):\(user)"])
                try cluster.control(["user", "grant-role", user, "team-\(role)"])
            }
            try cluster.control(["user", "add", "root:r"])
            try cluster.control(["user", "grant-role", "root", "root"])
            try cluster.control(["auth", "enable"])
            func engine(_ user: String) throws -> EtcdEngine {
                EtcdEngine(try cluster.settings("/vaults/team/", user: user, password: user))
            }
            // Which files each of them may write.
            let files = [
                (["head", "members/0", "keys/0", "recovery/0"], "a"),
                (["head", "members/1", "keys/1", "answers/1", "join/1"], "a"),
                (["head", "log/0/1", "items/aa/b"], "aw"), (["join/2"], "awr"),
            ]
            for (paths, writers) in files {
                for user in ["a", "w", "r"] {
                    let engine = try engine(user)
                    let state = try await engine.snapshot()
                    let changes = paths.map { VaultFileChange($0, Array(user.utf8)) }
                    let outcome = await engine.commit(changes, onto: state)
                    #expect(outcome == (writers.contains(user) ? .committed : .unknown), "\(paths)")
                    #expect(engine.trouble == (writers.contains(user) ? nil : .denied), "\(paths)")
                    // All of them read, and watch.
                    let read = try await engine.read(paths, of: try await engine.snapshot())
                    #expect(read.count == paths.count)
                    var hints = engine.hints().makeAsyncIterator()
                    #expect(await hints.next() != nil)
                }
            }
            // None of them sees the next vault.
            for user in ["a", "w", "r"] {
                let next = EtcdEngine(
                    try cluster.settings("/vaults/team2/", user: user, password: user)
                )
                await #expect(throws: EngineFailure.unavailable) { try await next.snapshot() }
                #expect(next.trouble == .denied)
            }
        }

        @Test func keepsDevicesToTheirVault() async throws {
            let cluster = try EtcdCluster(1, options: ["--auth-token-ttl", "2"])
            for words in [
                ["user", "add", "root:r"], ["user", "grant-role", "root", "root"],
                ["user", "add", "device:d"], ["role", "add", "writer"],
                ["role", "grant-permission", "writer", "readwrite", "/v/", "--prefix"],
                ["user", "grant-role", "device", "writer"],
                ["user", "add", "server:s"], ["role", "add", "reader"],
                ["role", "grant-permission", "reader", "read", "/v/", "--prefix"],
                ["user", "grant-role", "server", "reader"], ["auth", "enable"],
            ] { try cluster.control(words) }
            func engine(_ user: String, _ password: String, _ prefix: String = "/v/") throws
                -> EtcdEngine
            { EtcdEngine(try cluster.settings(prefix, user: user, password: password)) }

            let device = try engine("device", "d")
            #expect(try await commit(device) == .committed)
            // A reader reads, and does not write.
            let server = try engine("server", "s")
            let now = try await server.snapshot()
            #expect(try await server.read(["a"], of: now) == ["a": [1]])
            #expect(await server.commit([VaultFileChange("a", [2])], onto: now) == .unknown)
            #expect(server.trouble == .denied)
            #expect(try await device.read(["a"], of: try await device.snapshot()) == ["a": [1]])
            // No device sees another vault.
            let stranger = try engine("device", "d", "/w/")
            await #expect(throws: EngineFailure.unavailable) { try await stranger.snapshot() }
            #expect(stranger.trouble == .denied)
            // Nor anything with a wrong password, or with none.
            let wrong = try engine("device", "x")
            await #expect(throws: EngineFailure.unavailable) { try await wrong.snapshot() }
            #expect(wrong.trouble == .password)
            let nobody = try engine("", "")
            await #expect(throws: EngineFailure.unavailable) { try await nobody.snapshot() }
            #expect(nobody.trouble == .refused)
            // A token that is too old is replaced, and the commit is made once.
            try await Task.sleep(for: .seconds(4))
            #expect(try await commit(device, "b") == .committed)
        }

        @Test func saysThatTheDatabaseIsFull() async throws {
            let cluster = try EtcdCluster(1, options: ["--quota-backend-bytes", "2097152"])
            let engine = EtcdEngine(try cluster.settings("/v/"))
            let large = [UInt8](repeating: 1, count: 500_000)
            var committed: [String] = []
            var isFull = false
            for number in 0..<20 where !isFull {
                let path = "n/\(number)"
                let outcome = await engine.commit(
                    [VaultFileChange(path, large)],
                    onto: try await engine.snapshot()
                )
                if outcome == .committed { committed.append(path) }
                isFull = engine.trouble == .full
                // The transaction that filled it may have been carried out.
                #expect(outcome == (isFull ? .unknown : .committed))
            }
            #expect(isFull)
            // Reading continues.
            let files = try await engine.read(committed, of: try await engine.snapshot())
            #expect(files.count == committed.count)
            #expect(!committed.isEmpty)
        }
    }
#endif
