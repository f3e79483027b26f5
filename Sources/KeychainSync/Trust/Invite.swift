internal import KeychainEssentials
package import PortableKeychain

/// A secret with which one device can join a vault, as its maker remembers it.
struct Invite: Sendable {
    /// The kind of the rows that hold invites.
    static let kind = "invite"
    static let secretLength = 16

    let secret: SyncSecret
    let role: SyncRole
    /// Seconds since 2001, by the clock of the device that made it.
    let expires: Double
    /// The device that is being added with it: no other one can be.
    var device: DeviceID?

    /// Makes an invite.
    init(role: SyncRole, expires: Double, entropy: KeychainEntropy) {
        secret = SyncSecret(SecretBytes(count: Self.secretLength) { entropy.fill($0) })
        (self.role, self.expires) = (role, expires)
    }

    /// The name of its row, which tells nothing about the secret.
    var row: SyncStateName {
        let id = VaultProof.code(secret, SyncLabels.id, []).prefix(8)
        // Nobody can be added while the keychain is locked anyway.
        return SyncStateName(kind: Self.kind, id: Array(id), needsUnlock: true)
    }

    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.raw(secret.bytes)
        writer.integer(role.rawValue)
        writer.integer(expires.bitPattern)
        if let device { writer.raw(device.bytes) }
        return writer.finished()
    }

    /// Reads a row.
    init(_ bytes: SecretBytes) throws(KeychainError) {
        let read = try bytes.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let secret = try reader.raw(Self.secretLength)
            let copy = SecretBytes(count: Self.secretLength) { $0.copyMemory(from: secret) }
            let role = SyncRole(rawValue: try reader.integer())
            let expires = Double(bitPattern: try reader.integer())
            let device: DeviceID? = reader.remaining == 0 ? nil : try reader.identifier()
            try reader.finish()
            return (copy, role, expires, device)
        }
        guard let role = read.1 else { throw KeychainError(.corrupt) }
        (secret, self.role, expires, device) = (SyncSecret(read.0), role, read.2, read.3)
    }
}

/// The code that carries an invite to another device: its secret, and the beginning of the vault's
/// name, written as a recovery key is.
package struct InviteCode: Sendable {
    private static let hintLength = RecoveryKey.length - Invite.secretLength
    private let key: RecoveryKey

    init(_ invite: Invite, to vault: VaultID) {
        key = RecoveryKey(
            bytes: SecretBytes(count: RecoveryKey.length) { room in
                invite.secret.bytes.withUnsafeBytes { room.copyMemory(from: $0) }
                for (place, byte) in vault.bytes.prefix(Self.hintLength).enumerated() {
                    room[Invite.secretLength + place] = byte
                }
            }
        )
    }

    /// Reads a code that a person typed.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter``, with the group that was mistyped.
    package init(typed text: SecretBytes) throws(KeychainError) {
        key = try RecoveryKey(typed: text, as: "join code")
    }

    /// Forty letters and digits in groups of five.
    package var text: SecretBytes { key.text }

    var secret: SyncSecret {
        key.bytes.withUnsafeBytes { bytes in
            SyncSecret(SecretBytes(bytes.prefix(Invite.secretLength)))
        }
    }

    /// Whether the code can be one for a vault: it has no room for all of the name, and what proves
    /// the vault is the answer (``VaultProof``).
    func mayBelong(to vault: VaultID) -> Bool {
        key.bytes.withUnsafeBytes { bytes in
            bytes.dropFirst(Invite.secretLength).elementsEqual(vault.bytes.prefix(Self.hintLength))
        }
    }
}
