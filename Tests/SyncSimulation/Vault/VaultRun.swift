/// Runs many seeds of the simulation with real keys, two at a time.
package struct VaultRun: Sendable {
    /// The findings for the seeds.
    package struct Result: Sendable {
        package var failures: [SeedRun.Failure] = []
        /// The number of runs in which a device raised an alarm.
        package var alarms = 0
    }

    private let seeds: Range<UInt64>
    private let lie: VaultLie?

    package init(seeds: Range<UInt64>, lie: VaultLie? = nil) {
        (self.seeds, self.lie) = (seeds, lie)
    }

    package func result() async throws -> Result {
        try await withThrowingTaskGroup(of: Result.self) { group in
            for part in UInt64(0)..<2 {
                group.addTask {
                    var result = Result()
                    for seed in seeds where seed % 2 == part {
                        let simulation = VaultSimulation(seed: seed, lie: lie)
                        let violations = try await simulation.run()
                        if !violations.isEmpty {
                            result.failures.append(
                                SeedRun.Failure(seed: seed, violations: violations)
                            )
                        }
                        if !simulation.alarms.isEmpty { result.alarms += 1 }
                    }
                    return result
                }
            }
            var all = Result()
            for try await result in group {
                all.failures += result.failures
                all.alarms += result.alarms
            }
            all.failures.sort { $0.seed < $1.seed }
            return all
        }
    }
}
