#if Fleet && os(Linux)
    import Foundation
    import KeychainSync
    import KeychainSyncEtcd
    import PortableKeychain
    import SyncSimulation
    import Synchronization

    /// The duration of operations over one cluster, and the limits on it.
    struct FleetMeasurement {
        private let settings: EtcdConfiguration
        private let clock = ContinuousClock()

        init(_ settings: EtcdConfiguration) { self.settings = settings }

        /// Measures everything, and prints each figure when it is known.
        ///
        /// - Returns: Whether all gates are kept.
        func run() async throws -> Bool {
            let run = try FleetRun([EtcdEngine(settings), EtcdEngine(settings)])
            try await run.begin()
            var gates: [Gate] = []
            for measure in [commits, watchers, firstSynchronization, members] {
                for gate in try await measure(run) {
                    print(gate.text)
                    fflush(nil)
                    gates.append(gate)
                }
            }
            try await writers()
            return gates.allSatisfy(\.isKept)
        }

        private func show(_ name: String, _ times: [Duration]) {
            let text = { (part: Double) in String(format: "%.2f ms", milliseconds(times, part)) }
            print("\(name): \(text(0.5)) p50, \(text(0.99)) p99, of \(times.count)")
            fflush(nil)
        }

        /// A percentile in milliseconds.
        private func milliseconds(_ times: [Duration], _ part: Double) -> Double {
            let sorted = times.sorted()
            let place = min(Int(Double(sorted.count) * part), sorted.count - 1)
            return sorted[place] / .milliseconds(1)
        }

        /// The same cluster, below another prefix.
        private func settings(_ name: String) throws -> EtcdConfiguration {
            try EtcdConfiguration(
                endpoints: settings.endpoints,
                prefix: settings.prefix + name + "/"
            )
        }

        /// Commits of three items, sealed and signed, in turns with the same bytes without any of that.
        private func commits(_ run: FleetRun) async throws -> [Gate] {
            let plain = EtcdEngine(try settings("plain"))
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
            let medians = (milliseconds(ours, 0.5), milliseconds(bare, 0.5))
            return [
                Gate(title: "commit of 3 items, p50", measured: medians.0, most: 5, unit: "ms"),
                Gate(
                    title: "commit beside a bare transaction",
                    measured: medians.0 / medians.1,
                    most: 1.5,
                    unit: "times"
                ),
            ]
        }

        private func firstSynchronization(_ run: FleetRun) async throws -> [Gate] {
            let count = 10_000
            let filling = clock.now
            try await run.fill(count)
            let sent = (clock.now - filling) / .seconds(1)
            let member = try await run.newcomer(EtcdEngine(settings))
            let start = clock.now
            try await member()
            let received = (clock.now - start) / .seconds(1)
            return [("sent", sent), ("received", received)].map { what, seconds in
                Gate(
                    title: "first synchronization, \(count) items \(what)",
                    measured: seconds,
                    most: 10,
                    unit: "s"
                )
            }
        }

        /// New keys for all members of a large vault.
        private func members(_ run: FleetRun) async throws -> [Gate] {
            let count = 1000
            let start = clock.now
            try await run.enlarge(by: count)
            print("\(count) members added in \((clock.now - start) / .seconds(1)) s")
            var gates: [Gate] = []
            for (title, body) in [
                ("new keys for \(count) members", run.rotate),
                ("removal of one of \(count) members", run.removeOne),
            ] {
                let start = clock.now
                try await body()
                let seconds = (clock.now - start) / .seconds(1)
                gates.append(Gate(title: title, measured: seconds, most: 3, unit: "s"))
            }
            return gates
        }

        /// Commits a second of 16 writers that share a vault, and of 16 that have one each.
        private func writers() async throws {
            let (count, time) = (16, Duration.seconds(5))
            let shared = try settings("shared")
            let one = try FleetRun((0..<count).map { _ in EtcdEngine(shared) })
            try await one.begin()
            let together = try await one.race(for: time)
            print("\(count) writers of one vault: \(Double(together) / 5) commits a second")
            fflush(nil)
            var runs: [FleetRun] = []
            for number in 0..<count {
                let run = try FleetRun([EtcdEngine(try settings("own\(number)"))])
                try await run.begin()
                runs.append(run)
            }
            let apart = try await withThrowingTaskGroup(of: Int.self) { group in
                for run in runs { group.addTask { try await run.race(for: time) } }
                return try await group.reduce(0, +)
            }
            print("\(count) writers of \(count) vaults: \(Double(apart) / 5) commits a second")
            fflush(nil)
        }

        /// The time from sending a commit until the last of 1,000 watchers hears of it: most of
        /// them are plain connections, because each of our own takes a thread, of which a process
        /// has 32.
        private func watchers(_ run: FleetRun) async throws -> [Gate] {
            let (count, own) = (1000, 24)
            let engine = EtcdEngine(settings)
            let heard = Mutex<[Int: ContinuousClock.Instant]>([:])
            let told = { heard.withLock { $0.count } }
            let hear = { @Sendable (number: Int) in
                heard.withLock { $0[number] = $0[number] ?? ContinuousClock().now }
            }
            let before = Self.residentBytes
            let tasks = (0..<own).map { number in
                Task { [settings] in
                    for await _ in EtcdEngine(settings).hints() { hear(number) }
                }
            }
            for _ in 0..<300 where told() < own { try await Task.sleep(for: .milliseconds(100)) }
            print("one of our watches: \((Self.residentBytes - before) / own / 1024) KiB")
            let group = try EtcdWatchers(settings, count: count - own) { hear($0 + own) }
            for _ in 0..<300 where told() < count { try await Task.sleep(for: .milliseconds(100)) }
            print("\(told()) watchers are connected")
            var last: [Duration] = []
            for number in 0..<20 {
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
            for task in tasks { task.cancel() }
            group.end()
            if !last.isEmpty { show("last of \(count) watchers told", last) }
            return [
                Gate(
                    title: "last of \(count) watchers told, p50",
                    measured: last.count < 10 ? .infinity : milliseconds(last, 0.5),
                    most: 200,
                    unit: "ms"
                )
            ]
        }

        /// The memory of this process that is not on a disk.
        private static var residentBytes: Int {
            let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
            return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
    }
#endif
