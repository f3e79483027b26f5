import KeychainSync
import PortableKeychain
import SyncSimulation
import Testing
import TestRounds

/// Devices, an engine, and everything that can happen to them, as seeds decide.
@Suite struct SimulationTests {
    /// Seeds that showed a mistake once, with a description of it.
    static let regressions: [(seed: UInt64, mistake: String)] = [
        (2230, "an unlock in a round left a stale state behind"),
        (337, "a state that was read while locked lost an edit"),
        (306, "an edit got two versions"),
    ]

    @Test(arguments: regressions.map(\.seed)) func staysCured(_ seed: UInt64) throws {
        #expect(try Simulation(seed: seed).run() == [])
    }

    /// `make simulation` runs twenty thousand with a release build.
    @Test func holdsAllProperties() throws {
        let count = UInt64(TestRounds.amount(40, quick: 40))
        let failures = try SeedRun(seeds: 0..<count).failures()
        #expect(failures.map { "\($0.seed): \($0.violations)" } == [])
    }

    /// The same with real keychains, which need more time.
    @Test func holdsAllPropertiesWithRealKeychains() throws {
        for seed in 0..<UInt64(TestRounds.amount(12, quick: 2)) {
            let simulation = try Simulation(
                seed: seed,
                store: { number, clock in
                    try KeychainDevice(seed: seed << 8 | UInt64(number), clock: clock)
                }
            )
            let violations = try simulation.run()
            #expect(violations == [], "seed \(seed)")
        }
    }

    /// A simulation that does not notice mistakes proves nothing.
    @Test(arguments: Mutant.all) func noticesEveryMistake(_ mutant: Mutant) throws {
        let run = SeedRun(seeds: mutant.seed..<(mutant.seed + 1000), rules: mutant.rules)
        #expect(try !run.failures(stoppingAtFirst: true).isEmpty)
    }
}
