import Foundation
import KeychainSync
import PortableKeychain
import SyncSimulation
import Testing

/// The data that a device needs of a vault are stored in a real keychain, and read again.
@Suite struct RealKeychainTests {
    @Test func keepsTheKeysOfAVault() async throws {
        let device = try KeychainDevice(seed: 1) { Date(timeIntervalSince1970: 1e9) }
        let engine = VaultView(MemoryVault())
        let entropy = SeededSource.entropy(2)
        try await VaultLog.create(
            on: engine,
            store: device,
            name: "first",
            recovery: SecretBytes([UInt8](repeating: 7, count: 32)),
            entropy: entropy
        )
        let log = try #require(try VaultLog(engine: engine, store: device, entropy: entropy))
        // Keys of two epochs, and of both kinds: those that need an unlocked keychain have rows of
        // their own beside the others, which must not take each other's place.
        try await log.change(.rotate)
        let again = try #require(try VaultLog(engine: engine, store: device, entropy: entropy))
        #expect(try await again.head().membership == 3)
        let kinds = try device.state().keys.map(\.kind).sorted()
        let expected = [
            "device", "device", "epoch", "epoch", "epoch", "epoch", "member", "member", "member",
            "name", "trust",
        ]
        #expect(kinds == expected)
        device.setLocked(true)
        #expect(try !device.state().keys.contains { $0.needsUnlock })
        #expect(try await again.head().membership == 3)
    }
}
