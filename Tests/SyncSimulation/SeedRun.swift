internal import Dispatch
package import KeychainSync
internal import Synchronization

/// Runs many seeds on all processors.
package struct SeedRun: Sendable {
    /// A seed that showed a violation.
    package struct Failure: Sendable {
        package let seed: UInt64
        package let violations: [String]
    }

    /// Rules for a simulation, which may look at its engine.
    package typealias Rules = @Sendable (SyncRules, Simulation) -> SyncRules

    private let seeds: Range<UInt64>
    private let rules: Rules

    package init(seeds: Range<UInt64>, rules: @escaping Rules = { rules, _ in rules }) {
        self.seeds = seeds
        self.rules = rules
    }

    /// The seeds that failed, in order.
    package func failures(stoppingAtFirst: Bool = false) throws -> [Failure] {
        let failures = Mutex<[Failure]>([])
        let errors = Mutex<[any Error]>([])
        let (first, rules) = (seeds.lowerBound, rules)
        let part = 16
        DispatchQueue.concurrentPerform(iterations: (seeds.count + part - 1) / part) { index in
            let start = first + UInt64(index * part)
            for seed in start..<min(start + UInt64(part), seeds.upperBound) {
                if stoppingAtFirst, failures.withLock({ !$0.isEmpty }) { return }
                do {
                    let violations = try Simulation(seed: seed, rules: rules).run()
                    guard !violations.isEmpty else { continue }
                    failures.withLock { $0.append(Failure(seed: seed, violations: violations)) }
                } catch {
                    errors.withLock { $0.append(error) }
                }
            }
        }
        if let error = errors.withLock({ $0.first }) { throw error }
        return failures.withLock { $0.sorted { $0.seed < $1.seed } }
    }
}
