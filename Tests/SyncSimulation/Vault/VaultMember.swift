internal import Foundation
package import KeychainSync
@_spi(Keepers) package import PortableKeychain

/// A real keychain with its agent, as a member of a vault that is kept in memory.
package struct VaultMember: Sendable {
    package let device: KeychainDevice
    package let view: VaultView

    private init(_ number: UInt64, _ vault: MemoryVault) throws {
        device = try KeychainDevice(seed: number) { Date(timeIntervalSince1970: 1e9) }
        view = VaultView(vault)
    }

    package var keychain: Keychain { device.keychain }

    /// Two members of a new vault, `laptop` and `desktop`; the first one may change members.
    package static func two(_ vault: MemoryVault) async throws -> [VaultMember] {
        let members = [try VaultMember(1, vault), try VaultMember(2, vault)]
        try await VaultLog.create(
            on: members[0].view,
            store: members[0].device,
            name: "laptop",
            recovery: SecretBytes([UInt8](repeating: 7, count: 32))
        )
        let keys = try DeviceKeys(entropy: .system)
        let log = try members[0].log()
        try await log.change(.add(keys.certificate, .writer, name: "desktop"))
        let id = await log.membership.vault
        try members[1].device.keep(keys.rows + VaultLog.rows(joining: id))
        return members
    }

    /// The log as this device sees it.
    package func log() throws -> VaultLog {
        guard let log = try VaultLog(engine: view, store: device) else {
            throw KeychainError(.itemNotFound)
        }
        return log
    }

    /// Makes a round of the agent.
    @discardableResult package func synchronize() async throws -> SyncRound.End {
        let log = try log()
        return try await Synchronizer(
            store: device,
            engine: log,
            device: log.device,
            sealing: log.sealing
        ).synchronize()
    }
}
