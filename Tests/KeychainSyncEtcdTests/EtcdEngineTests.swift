#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import SyncSimulation
    import TestPrograms
    import TestRounds
    import Testing

    /// The engine, and the helper program around it, on three real servers.
    @Suite(.thorough, .enabled(if: EtcdCluster.isInstalled), .serialized)
    struct EtcdEngineTests {
        let cluster: EtcdCluster

        init() throws { cluster = try EtcdCluster.shared.get() }

        private func engine(_ patience: Duration = .seconds(5)) throws -> EtcdEngine {
            EtcdEngine(try cluster.settings(), patience: patience)
        }

        @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
            let settings = try cluster.settings()
            #expect(try await check.violations { EtcdEngine(settings) } == [])
        }

        @Test(arguments: EngineCheck.all) func holdsInItsHelper(_ check: EngineCheck) async throws {
            let helper = try #require(EtcdHelper.program)
            let settings = try cluster.settings().encoded
            #expect(try await check.violations { HelperEngine(helper, settings: settings) } == [])
        }

        /// The parts that a refused commit had written before it are removed again.
        @Test func leavesNoPartsOfARefusedCommit() async throws {
            let settings = try cluster.settings()
            let (one, other) = (EtcdEngine(settings), EtcdEngine(settings))
            let old = try await one.snapshot()
            let head = VaultFileChange("head", [1])
            #expect(await other.commit([head], onto: old) == .committed)
            let large = VaultFileChange("keys/1", [UInt8](repeating: 7, count: 3_000_000))
            #expect(await one.commit([large], onto: old) == .refused)
            let keys = try cluster.control(["get", "--prefix", "--keys-only", settings.prefix])
            let names = keys.split(separator: "\n").map { String($0) }
            #expect(names == [settings.prefix + "f/head", settings.prefix + "tip"])
        }

        @Test func saysThatTheHelperIsNotThere() async throws {
            let engine = HelperEngine(
                HelperProgram(path: "/nonexistent"),
                settings: try cluster.settings().encoded
            )
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            #expect(engine.trouble == .program)
            #expect(await engine.commit([], onto: VaultSnapshot("1.0")) == .unknown)
        }

        @Test func startsTheHelperAgain() async throws {
            let path = cluster.folder + "/short"
            let helper = try #require(EtcdHelper.program)
            try TestProgram.write(path, "exec timeout -s KILL 1 \(helper.path)")
            let engine = HelperEngine(
                HelperProgram(path: path),
                settings: try cluster.settings().encoded
            )
            _ = try await engine.snapshot()
            try await Task.sleep(for: .milliseconds(1500))
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            #expect(engine.trouble == .program)
            _ = try await engine.snapshot()
            #expect(engine.trouble == nil)
        }

        /// A device that asks to join may not commit: another key announces commits.
        @Test func takesRequestsBesideCommits() async throws {
            let settings = try cluster.settings()
            let (one, other) = (EtcdEngine(settings), EtcdEngine(settings))
            let file = VaultFileChange("head", [1])
            #expect(await one.commit([file], onto: try await one.snapshot()) == .committed)
            let state = try await one.snapshot()
            #expect(await one.commit([VaultFileChange("join/1", [1])], onto: state) == .committed)
            // Twice, and over another one's, it is refused.
            #expect(await one.commit([VaultFileChange("join/1", [1])], onto: state) == .refused)
            #expect(await other.commit([VaultFileChange("join/1", [2])], onto: state) == .refused)
            // It is in no commit's way, and a commit that came after the state is in its own.
            #expect(await other.commit([VaultFileChange("join/2", [2])], onto: state) == .committed)
            let both = [VaultFileChange("head", [2]), VaultFileChange("join/1", nil)]
            #expect(await other.commit(both, onto: state) == .committed)
            #expect(await one.commit([VaultFileChange("join/3", [3])], onto: state) == .refused)
            let now = try await one.snapshot()
            #expect(try await one.list("join", of: now) == ["join/2"])
            #expect(try await one.read(["head"], of: now) == ["head": [2]])
        }

        // MARK: Refusals

        @Test func refusesWhatOneTransactionCannotHave() async throws {
            let engine = try engine()
            let snapshot = try await engine.snapshot()
            let most = (0..<EtcdEngine.mostChanges).map { VaultFileChange("n/\($0)", [1]) }
            let more = most + [VaultFileChange("n/more", [1])]
            #expect(await engine.commit(more, onto: snapshot) == .refused)
            // Only what is longer than this is stored in parts.
            let large = (0..<2).map {
                VaultFileChange("large\($0)", [UInt8](repeating: 1, count: 1_000_000))
            }
            #expect(await engine.commit(large, onto: snapshot) == .refused)
            // Allowed sizes go through: the limits are below those of the servers.
            #expect(await engine.commit(most, onto: snapshot) == .committed)
            let full = [1_000_000, 199_800].map {
                VaultFileChange("large\($0)", [UInt8](repeating: 1, count: $0))
            }
            #expect(await engine.commit(full, onto: try await engine.snapshot()) == .committed)
            let now = try await engine.snapshot()
            let read = try await engine.read(full.map(\.path), of: now)
            #expect(read.count == full.count && full.allSatisfy { read[$0.path] == $0.bytes })
        }

        @Test func readsMoreThanFitsIntoAnAnswer() async throws {
            let engine = try engine()
            let paths = (0..<20).map { "large/\($0)" }
            for path in paths {
                let file = VaultFileChange(path, [UInt8](repeating: 1, count: 1_000_000))
                #expect(
                    await engine.commit([file], onto: try await engine.snapshot()) == .committed
                )
            }
            let files = try await engine.read(paths, of: try await engine.snapshot())
            #expect(files.count == 20)
            #expect(files.values.allSatisfy { $0.count == 1_000_000 })
        }

        /// More files than a transaction may have, and one in parts; no device gets a hint.
        @Test(arguments: [false, true]) func forgetsFiles(_ throughHelper: Bool) async throws {
            let settings = try cluster.settings()
            let helper = try #require(EtcdHelper.program)
            let direct = EtcdEngine(settings)
            let engine: any VaultEngine =
                throughHelper ? HelperEngine(helper, settings: settings.encoded) : direct
            let old = (0..<150).map { "log/0/\($0)" }
            for page in [old[..<75], old[75...]] {
                let files = page.map { VaultFileChange($0, [1]) } + [VaultFileChange("head", [2])]
                #expect(await engine.commit(files, onto: try await engine.snapshot()) == .committed)
            }
            let long = VaultFileChange("keys/0", [UInt8](repeating: 1, count: 2_500_000))
            #expect(await engine.commit([long], onto: try await engine.snapshot()) == .committed)
            let before = try await engine.snapshot()
            #expect(await engine.forget(old + ["keys/0"], of: before))
            let after = try await engine.snapshot()
            #expect(try await engine.list("log", of: after).isEmpty)
            #expect(try await engine.read(["keys/0", "head"], of: after) == ["head": [2]])
            #expect(
                try cluster.control(["get", "--prefix", "--keys-only", ""]).contains("/p/") == false
            )
            // Readers of the state before go on; the state is the same one for a commit.
            #expect(try await engine.list("log", of: before).count == 150)
            #expect(await engine.commit([VaultFileChange("n", [1])], onto: before) == .committed)
            // Another device has committed meanwhile.
            #expect(await engine.forget(["head"], of: before) == false)
            #expect(try await engine.read(["head"], of: try await engine.snapshot()).count == 1)
        }

        /// A file in parts that is replaced leaves none of them.
        @Test func removesReplacedParts() async throws {
            let engine = try engine()
            for byte in UInt8(1)...3 {
                let file = VaultFileChange(
                    "snapshot",
                    [UInt8](repeating: byte, count: 1_100_000)
                )
                #expect(
                    await engine.commit([file], onto: try await engine.snapshot()) == .committed
                )
            }
            let names = try cluster.control(["get", "--prefix", "--keys-only", ""])
            #expect(names.split(separator: "\n").count { $0.contains("/p/") } == 2)
            let now = try await engine.snapshot()
            #expect(try await engine.read(["snapshot"], of: now)["snapshot"]?.first == 3)
        }

        @Test func saysThatAStateWasCompacted() async throws {
            let engine = try engine()
            let old = try await engine.snapshot()
            for number in 0..<3 {
                let file = VaultFileChange("log/\(number)", [1])
                #expect(
                    await engine.commit([file], onto: try await engine.snapshot()) == .committed
                )
            }
            let now = try await engine.snapshot()
            let revision = try #require(now.name.split(separator: ".").first)
            try cluster.control(["compaction", String(revision)])
            await #expect(throws: EngineFailure.compacted) {
                try await engine.read(["log/1"], of: old)
            }
            await #expect(throws: EngineFailure.compacted) { try await engine.list("log", of: old) }
            #expect(try await engine.read(["log/1"], of: now).count == 1)
            #expect(await engine.commit([VaultFileChange("a", [1])], onto: old) == .refused)
        }

        // MARK: Servers that fail

        @Test func asksAnotherServer() async throws {
            let engine = try engine(.seconds(2))
            _ = try await engine.snapshot()
            for number in 0..<3 {
                cluster.kill(number)
                var outcome = CommitOutcome.unknown
                for _ in 0..<20 where outcome != .committed {
                    guard let snapshot = try? await engine.snapshot() else { continue }
                    outcome = await engine.commit(
                        [VaultFileChange("n/\(number)", [1])],
                        onto: snapshot
                    )
                }
                #expect(outcome == .committed, "without server \(number)")
                try cluster.start(number)
                try await ready(engine)
            }
            let files = try await engine.read(
                ["n/0", "n/1", "n/2"],
                of: try await engine.snapshot()
            )
            #expect(files.count == 3)
        }

        /// Waits until the whole cluster answers.
        func ready(_ engine: EtcdEngine) async throws {
            for _ in 0..<200 {
                if (0..<3).allSatisfy({
                    (try? cluster.control(["endpoint", "health"], at: $0)) != nil
                }) {
                    return
                }
                try await Task.sleep(for: .milliseconds(50))
            }
            Issue.record("The cluster is not ready.")
        }

        @Test func neverTakesAMinorityForTheTruth() async throws {
            let engine = try engine(.seconds(1))
            #expect(
                await engine.commit([VaultFileChange("a", [1])], onto: try await engine.snapshot())
                    == .committed
            )
            let old = try await engine.snapshot()
            try cluster.freeze(0, true)
            try cluster.freeze(1, true)
            await #expect(throws: EngineFailure.unavailable) { try await engine.snapshot() }
            #expect(await engine.commit([VaultFileChange("b", [1])], onto: old) == .unknown)
            #expect(engine.trouble == .unreachable)
            try cluster.freeze(0, false)
            try cluster.freeze(1, false)
            try await ready(engine)
            // Whether it went through is seen only now, and stays so.
            let first = try await engine.read(["a", "b"], of: try await engine.snapshot())
            let second = try await engine.read(["a", "b"], of: try await engine.snapshot())
            #expect(first["a"] == [1])
            #expect(first == second)
        }

        // MARK: Hints

        @Test func tellsOfCommits() async throws {
            let settings = try cluster.settings()
            let watching = EtcdEngine(settings)
            let writing = EtcdEngine(settings)
            var hints = watching.hints(BackOff(from: .milliseconds(50))).makeAsyncIterator()
            // The first one comes with the connection.
            #expect(await hints.next() != nil)
            for number in 0..<3 {
                let file = VaultFileChange("n", [UInt8(number)])
                #expect(
                    await writing.commit([file], onto: try await writing.snapshot()) == .committed
                )
                #expect(await hints.next() != nil)
            }
            let request = VaultFileChange("join/1", [1])
            let state = try await writing.snapshot()
            #expect(await writing.commit([request], onto: state) == .committed)
            #expect(await hints.next() != nil)
        }

        @Test func tellsThroughTheHelper() async throws {
            let settings = try cluster.settings()
            let helper = try #require(EtcdHelper.program)
            let engine = HelperEngine(helper, settings: settings.encoded)
            var hints = engine.hints().makeAsyncIterator()
            #expect(await hints.next() != nil)
            let snapshot = try await engine.snapshot()
            #expect(await engine.commit([VaultFileChange("n", [1])], onto: snapshot) == .committed)
            #expect(await hints.next() != nil)
        }
    }
#endif
