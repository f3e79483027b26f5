import SyncSimulation
import TestRounds
import Testing

/// The model of `Proposals/0016-shared-items.md`: persons with several devices share vaults.
@Suite struct SharingSimulationTests {
    /// `SimulateSync sharing` runs many more, with a release build.
    @Test func holdsAllProperties() throws {
        let count = UInt64(TestRounds.amount(24, quick: 12))
        let failures = try SharingRun(seeds: 0..<count).failures()
        #expect(failures.map { "\($0.seed): \($0.violations)" } == [])
    }

    /// Each wrong decision of which a seed is known that notices it: others rest on reasons so far.
    @Test(arguments: SharingMutant.all.filter { $0.seed != nil }.map(\.name))
    func noticesAWrongDecision(_ name: String) throws {
        let mutant = try #require(SharingMutant.all.first { $0.name == name })
        let seed = try #require(mutant.seed)
        let run = SharingRun(seeds: seed..<(seed + 1), rules: mutant.rules)
        #expect(try !run.failures().isEmpty)
    }
}
