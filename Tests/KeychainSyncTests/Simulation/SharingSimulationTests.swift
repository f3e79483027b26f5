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

    @Test(arguments: SharingMutant.all.map(\.name))
    func noticesAWrongDecision(_ name: String) throws {
        let mutant = try #require(SharingMutant.all.first { $0.name == name })
        let seeds = mutant.seed..<(mutant.seed + 1)
        #expect(try SharingRun(seeds: seeds).failures().isEmpty)
        #expect(try !SharingRun(seeds: seeds, rules: mutant.rules).failures().isEmpty)
    }
}
