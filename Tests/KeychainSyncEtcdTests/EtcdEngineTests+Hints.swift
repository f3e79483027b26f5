#if Fleet && os(Linux)
    import KeychainSync
    import KeychainSyncEtcd
    @_spi(Keepers) import PortableKeychain
    import Synchronization
    import Testing

    /// Hints of servers that fail, which are asked again or left for others.
    extension EtcdEngineTests {
        /// Counts hints as they come.
        private final class Counter: Sendable {
            private let number = Mutex(0)
            private let task = Mutex<Task<Void, Never>?>(nil)

            init(_ hints: AsyncStream<Void>) {
                task.withLock {
                    $0 = Task { for await _ in hints { number.withLock { $0 += 1 } } }
                }
            }

            func end() { task.withLock { $0?.cancel() } }

            /// Whether there are more hints than before, as soon as there are; waits 20 seconds.
            func grows(beyond before: Int = 0) async throws -> Bool {
                for _ in 0..<400 where count <= before {
                    try await Task.sleep(for: .milliseconds(50))
                }
                return count > before
            }

            var count: Int { number.withLock { $0 } }
        }

        private func commit(_ value: UInt8, _ engine: EtcdEngine) async throws {
            let file = VaultFileChange("n", [value])
            #expect(await engine.commit([file], onto: try await engine.snapshot()) == .committed)
        }

        @Test func tellsOfCommitsAfterItsServerWasKilled() async throws {
            let settings = try cluster.settings()
            let other = EtcdEngine(
                try EtcdConfiguration(
                    endpoints: [cluster.endpoints[1]],
                    prefix: settings.prefix
                )
            )
            // Such numbers leave the servers in their order, so that the first one is asked.
            let entropy = KeychainEntropy { $0.initializeMemory(as: UInt8.self, repeating: 1) }
            let engine = EtcdEngine(settings, entropy: entropy)
            let counter = Counter(engine.hints(BackOff(from: .milliseconds(50))))
            defer { counter.end() }
            #expect(try await counter.grows())
            try await Task.sleep(for: .milliseconds(500))
            var before = counter.count
            cluster.kill(0)
            // The first answer of another server is a hint too, and then each commit is.
            #expect(try await counter.grows(beyond: before))
            before = counter.count
            for _ in 0..<100 where (try? await other.snapshot()) == nil {
                try await Task.sleep(for: .milliseconds(100))
            }
            try await commit(1, other)
            #expect(try await counter.grows(beyond: before))
            try cluster.start(0)
            try await ready(other)
            before = counter.count
            try await commit(2, other)
            #expect(try await counter.grows(beyond: before))
        }

        /// Its connection lasts, and it would be silent for ever.
        @Test func noticesAServerThatIsCutOffFromTheOthers() async throws {
            let settings = try cluster.settings()
            let alone = EtcdEngine(
                try EtcdConfiguration(
                    endpoints: [cluster.endpoints[2]],
                    prefix: settings.prefix
                )
            )
            let counter = Counter(alone.hints(BackOff(from: .milliseconds(50))))
            defer { counter.end() }
            #expect(try await counter.grows())
            try await Task.sleep(for: .milliseconds(500))
            let before = counter.count
            try cluster.freeze(0, true)
            try cluster.freeze(1, true)
            #expect(try await counter.grows(beyond: before))
            try cluster.freeze(0, false)
            try cluster.freeze(1, false)
            try await ready(alone)
            // It is asked again: the first answer may come before this commit or after it.
            let again = counter.count
            try await commit(1, alone)
            #expect(try await counter.grows(beyond: again))
        }
    }
#endif
