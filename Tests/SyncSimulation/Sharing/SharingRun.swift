internal import Dispatch
internal import Synchronization

/// Runs many seeds of shared vaults on all processors.
package struct SharingRun: Sendable {
    private let seeds: Range<UInt64>
    private let rules: SharingRules

    package init(seeds: Range<UInt64>, rules: SharingRules = .standard) {
        (self.seeds, self.rules) = (seeds, rules)
    }

    /// The seeds that failed, in order.
    package func failures(stoppingAtFirst: Bool = false) throws -> [SeedRun.Failure] {
        let found = Mutex<[Result<SeedRun.Failure, any Error>]>([])
        let (first, rules, part) = (seeds.lowerBound, rules, 8)
        DispatchQueue.concurrentPerform(iterations: (seeds.count + part - 1) / part) { index in
            let start = first + UInt64(index * part)
            for seed in start..<min(start + UInt64(part), seeds.upperBound) {
                if stoppingAtFirst, found.withLock({ !$0.isEmpty }) { return }
                let result = Result { try SharingSimulation(seed: seed, rules: rules).run() }
                if case .success(let violations) = result, violations.isEmpty { continue }
                found.withLock {
                    $0.append(result.map { SeedRun.Failure(seed: seed, violations: $0) })
                }
            }
        }
        return try found.withLock { $0 }.map { try $0.get() }.sorted { $0.seed < $1.seed }
    }
}
