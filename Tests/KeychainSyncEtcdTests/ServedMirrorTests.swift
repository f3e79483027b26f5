#if Fleet && os(Linux)
    import KeychainSync
    import KeychainSyncEtcd
    import Testing

    /// The answers of a helper that reads a mirror.
    @Suite struct ServedMirrorTests {
        private static let state = VaultSnapshot("1")

        /// A server whose files are as long as their names say.
        private func server() throws -> TestServer {
            try TestServer { head, _ in
                let name = head.split(separator: " ")[1].split(separator: "/").last ?? ""
                guard let length = Int(name) else { return .answer(404, "") }
                return .answer(200, String(repeating: "x", count: length))
            }
        }

        private func mirror(
            _ server: TestServer,
            _ change: (inout ServedMirror.Limits) -> Void = { _ in }
        ) throws -> ServedMirror {
            var limits = ServedMirror.Limits()
            // Beside other tests, a few files can take long.
            limits.time = .seconds(3600)
            change(&limits)
            let address = try MirrorAddress("mirror+http://127.0.0.1:\(server.port)")
            let transfer = MirrorTransfer(try MirrorConfiguration(address: address))
            return ServedMirror(transfer, limits: limits) { PlainEngine(source: $0) }
        }

        /// The files that one answer has of some paths, and of how many.
        private func some(_ mirror: ServedMirror, _ paths: [String]) async throws -> (Int, [Int]) {
            // Not from the start, as the rest of a list.
            let part = try await mirror.readSome((["0"] + paths).dropFirst(), of: Self.state)
            return (part.count, part.files.values.map(\.count).sorted())
        }

        @Test func haveTheFirstFiles() async throws {
            let server = try server()
            defer { server.end() }
            let mirror = try mirror(server) { $0.files = 20 }
            let names = (1...50).map { "\($0)" }
            #expect(try await some(mirror, names) == (20, Array(1...20)))
            #expect(server.requests == 20)
            #expect(try await some(mirror, ["3", "none", "4"]) == (3, [3, 4]))
            #expect(try await some(mirror, []) == (0, []))
        }

        @Test func haveRoom() async throws {
            let server = try server()
            defer { server.end() }
            let mirror = try mirror(server) { $0.bytes = 100 }
            #expect(try await some(mirror, ["60", "40", "1"]) == (2, [40, 60]))
            #expect(try await some(mirror, ["60", "41", "1"]) == (1, [60]))
            // One file is always possible: the list would not end otherwise.
            #expect(try await some(mirror, ["101", "1"]) == (1, [101]))
            // In later groups as well.
            let names = Array(repeating: "10", count: 8) + ["20", "1"]
            #expect(try await some(mirror, names).0 == names.count - 1)
        }

        /// Slow files are given out in parts, before the other side stops waiting.
        @Test func comeInTime() async throws {
            let server = try server()
            defer { server.end() }
            let mirror = try mirror(server) { $0.time = .zero }
            let names = (1...50).map { "\($0)" }
            #expect(try await some(mirror, names) == (8, Array(1...8)))
        }

        @Test func sayWhyThereIsNone() async throws {
            let server = try TestServer([.answer(403, "")])
            defer { server.end() }
            let mirror = try mirror(server)
            await #expect(throws: EngineFailure.unavailable) {
                try await mirror.readSome(["1"], of: Self.state)
            }
            #expect(mirror.trouble == .mirrorStrange)
        }

        @Test func passRequestsOn() async throws {
            let server = try server()
            defer { server.end() }
            let mirror = try mirror(server)
            #expect(try await mirror.snapshot() == Self.state)
            #expect(try await mirror.read(["5"], of: Self.state)["5"]?.count == 5)
            #expect(try await mirror.list("folder", of: Self.state) == ["folder"])
            #expect(await mirror.commit([VaultFileChange("a", nil)], onto: Self.state) == .refused)
            #expect(await mirror.forget(["a"], of: Self.state))
            #expect(mirror.news == nil)
        }
    }

    /// An engine whose files are those of a server, by the same names.
    private struct PlainEngine: TroubledEngine {
        var trouble: EngineTrouble? { nil }

        let source: any MirrorSource

        func snapshot() async throws(EngineFailure) -> VaultSnapshot { VaultSnapshot("1") }

        func read(
            _ paths: [String],
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String: [UInt8]] {
            try await source.read(paths, limit: 1000)
        }

        func list(
            _ folder: String,
            of snapshot: VaultSnapshot
        ) async throws(EngineFailure) -> [String] { [folder] }

        func commit(
            _ changes: [VaultFileChange],
            onto snapshot: VaultSnapshot
        ) async -> CommitOutcome { .refused }

        func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool { true }
    }
#endif
