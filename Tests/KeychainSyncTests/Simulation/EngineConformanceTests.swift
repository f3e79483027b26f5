import SyncSimulation
import Testing

/// The engine of the simulations does what every engine must do.
@Suite struct EngineConformanceTests {
    @Test func holdsInMemory() async {
        let vault = MemoryVault()
        let engines = [VaultView(vault), VaultView(vault)]
        #expect(await EngineConformance.failures(of: engines) == [])
    }
}
