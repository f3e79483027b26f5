import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Vaults of version 1, which are not read: on the remote, and in the state of a device.
@Suite struct OutdatedVaultTests {
    private let base = SyncedVaultTests()

    /// The head that version 1 wrote.
    private func showOutdated(_ device: SyncedVaultTests.Device) {
        device.view.lie = { files in
            files.merging(["head": [1] + [UInt8](repeating: 0, count: 15) + [2]]) { $1 }
        }
    }

    @Test func aRemoteIsRefusedByName() async throws {
        let first = try await base.first()
        let code = try await base.code(first)
        let second = try base.device(2)
        showOutdated(second)
        let problem = await base.problem { try await base.join(second, code) }
        #expect(problem == "remoteIsOutdated")
        #expect(try second.vault.settings() == nil)
        // It is no empty one either.
        let other = await base.problem { try await second.vault.requireNoVault(on: second.view) }
        #expect(other == "remoteHasVault")
    }

    /// A reader of this version believes no remote that shows an earlier one.
    @Test func aMemberIsAlarmed() async throws {
        let first = try await base.first()
        showOutdated(first)
        #expect(try await first.vault.round(on: first.view).end == .alarm(.malformed))
    }

    /// The row of version 1 had no version, no cut and no length.
    @Test(arguments: [0, 1, 3]) func theStateOfADeviceIsRefusedByName(_ authors: Int) async throws {
        let first = try await base.first()
        first.write("a0", "1")
        let bytes = [UInt8](repeating: 7, count: 61 + 56 * authors)
        try first.keychain.keep([
            .put(SyncStateName(kind: VaultTrust.stateKind), SecretBytes(bytes))
        ])
        var found: KeychainError?
        do throws(SyncProblem) { _ = try await first.vault.status() } catch {
            if case .keychain(let error) = error { found = error }
        }
        #expect(found?.code == .unimplemented)
        #expect(found?.reason.contains("'keychainctl sync leave'") == true)
        // What the message says: the items stay, and a new vault can be set up.
        try first.vault.leave()
        #expect(first.keychain.items().map(\.secret) == ["1"])
        let fresh = VaultView(MemoryVault())
        try await first.vault.setUp(
            base.settings,
            name: "first",
            recovery: base.recovery(8),
            on: fresh
        )
        #expect(try await first.vault.round(on: fresh).end == .upToDate(waiting: 0))
    }

    /// Anything else in its place is damage.
    @Test func otherBytesAreDamage() async throws {
        let first = try await base.first()
        try first.keychain.keep([
            .put(SyncStateName(kind: VaultTrust.stateKind), SecretBytes([2, 1]))
        ])
        #expect(
            await base.problem { _ = try await first.vault.status() }?.contains("corrupt") == true
        )
    }
}
