#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import SyncSimulation
    import Synchronization

    /// How long things take over one cluster.
    struct FleetMeasurement {
        private let settings: EtcdConfiguration
        private let clock = ContinuousClock()

        init(_ settings: EtcdConfiguration) { self.settings = settings }

        func run() async throws {
            let run = try FleetRun([EtcdEngine(settings), EtcdEngine(settings)])
            try await run.begin()
            try await commits(run)
            try await watchers(run)
            try await firstSynchronization(run)
        }

        private func show(_ name: String, _ times: [Duration]) {
            let sorted = times.sorted()
            let text = { (part: Double) in
                let time = sorted[min(Int(Double(sorted.count) * part), sorted.count - 1)]
                return String(format: "%.2f ms", time / .milliseconds(1))
            }
            print("\(name): \(text(0.5)) p50, \(text(0.99)) p99, of \(times.count)")
            fflush(nil)
        }

        /// Commits of three items, sealed and signed, in turns with the same bytes without any of that.
        private func commits(_ run: FleetRun) async throws {
            let plain = EtcdEngine(
                try EtcdConfiguration(
                    endpoints: settings.endpoints,
                    prefix: settings.prefix + "plain/"
                )
            )
            var ours: [Duration] = []
            var bare: [Duration] = []
            for number in 0..<500 {
                let sample = try await run.commitSample(number)
                ours.append(sample.time)
                let files = (0..<3).map { VaultFileChange("\($0)", sample.records[$0]) }
                let state = try await plain.snapshot()
                let start = clock.now
                guard await plain.commit(files, onto: state) == .committed else { continue }
                bare.append(clock.now - start)
            }
            show("commit of 3 items", ours)
            show("bare transaction of 3 values", bare)
            let ratio = ours.sorted()[ours.count / 2] / bare.sorted()[bare.count / 2]
            print("ratio of the medians: \(String(format: "%.2f", ratio))")
            fflush(nil)
        }

        private func firstSynchronization(_ run: FleetRun) async throws {
            let count = 10_000
            let filling = clock.now
            try await run.fill(count)
            print("\(count) items committed in \((clock.now - filling) / .seconds(1)) s")
            let member = try await run.newcomer(EtcdEngine(settings))
            let start = clock.now
            try await member()
            print("first synchronization: \((clock.now - start) / .seconds(1)) s")
            fflush(nil)
        }

        /// How long after a commit was sent the last of 1,000 watchers hears of it.
        private func watchers(_ run: FleetRun) async throws {
            let count = 1000
            let engine = EtcdEngine(settings)
            let heard = Mutex<[Int: ContinuousClock.Instant]>([:])
            let told = { heard.withLock { $0.count } }
            let group = try EtcdWatchers(settings, count: count) { number in
                heard.withLock { $0[number] = $0[number] ?? ContinuousClock().now }
            }
            for _ in 0..<300 where told() < count { try await Task.sleep(for: .milliseconds(100)) }
            print("\(told()) watchers are connected")
            var last: [Duration] = []
            for number in 0..<10 {
                try await Task.sleep(for: .milliseconds(300))
                heard.withLock { $0 = [:] }
                let state = try await engine.snapshot()
                let start = clock.now
                let file = VaultFileChange("watched", [UInt8(number)])
                _ = await engine.commit([file], onto: state)
                for _ in 0..<500 where told() < count {
                    try await Task.sleep(for: .milliseconds(10))
                }
                guard told() == count, let end = heard.withLock({ $0.values.max() }) else {
                    print("only \(told()) of \(count) heard of a commit")
                    continue
                }
                last.append(end - start)
            }
            if !last.isEmpty { show("last of \(count) watchers told", last) }
            group.end()
        }
    }
#endif
