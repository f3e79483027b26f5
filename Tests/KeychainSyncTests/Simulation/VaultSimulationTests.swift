import SyncSimulation
import TestRounds
import Testing

/// Devices with real keys over an engine that is honest, or lies.
///
/// `make simulation` runs many more seeds.
@Suite(.thorough) struct VaultSimulationTests {
    @Test func anHonestEngineRaisesNoAlarm() async throws {
        let result = try await VaultRun(seeds: 0..<4).result()
        #expect(result.failures.map { "\($0.seed): \($0.violations)" } == [])
        #expect(result.alarms == 0)
    }

    @Test(arguments: VaultLie.allCases) func noLieIsBelieved(_ lie: VaultLie) async throws {
        let result = try await VaultRun(seeds: 0..<2, lie: lie).result()
        #expect(result.failures.map { "\($0.seed): \($0.violations)" } == [])
    }

    /// A device took another line of the same length for its own.
    @Test(arguments: [29, 30] as [UInt64]) func noticesAnotherLine(_ seed: UInt64) async throws {
        let result = try await VaultRun(seeds: seed..<(seed + 1), lie: .fork).result()
        #expect(result.failures.map { "\($0.seed): \($0.violations)" } == [])
        #expect(result.alarms == 1)
    }

    /// A mirror shows anything that was ever published.
    @Test func noOldMirrorIsBelieved() async throws {
        let result = try await MirrorRun(seeds: 0..<6).result()
        #expect(result.failures.map { "\($0.seed): \($0.violations)" } == [])
        #expect(result.taken > 20 && result.refused > 20)
    }
}
