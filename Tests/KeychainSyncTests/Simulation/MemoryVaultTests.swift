import SyncSimulation
import Testing

/// The engine of the simulations keeps the rules of every engine.
@Suite struct MemoryVaultTests {
    @Test(arguments: EngineCheck.all) func holds(_ check: EngineCheck) async throws {
        let vault = MemoryVault()
        #expect(try await check.violations { VaultView(vault) } == [])
    }
}
