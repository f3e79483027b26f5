internal import PortableKeychain

/// A statement about a vault that only the holder of a secret can make, so that an engine cannot
/// show a device another vault than the one it was meant to join.
enum VaultProof {
    static let length = 32

    /// The proof, for a device, that the holder of an invite let it into a vault.
    static func answer(_ secret: SyncSecret, to device: DeviceID, of vault: VaultID) -> [UInt8] {
        code(secret, SyncLabels.answer, vault.bytes + device.bytes)
    }

    /// The proof that a recovery key was made for a vault.
    static func recovery(_ key: SecretBytes, of vault: VaultID) -> [UInt8] {
        code(SyncSecret(key), SyncLabels.recovered, vault.bytes)
    }

    /// A code under a key of its own for each label.
    static func code(_ secret: SyncSecret, _ label: [UInt8], _ message: [UInt8]) -> [UInt8] {
        code(under: key(secret, label), label, message)
    }

    /// The key of one label.
    static func key(_ secret: SyncSecret, _ label: [UInt8]) -> SyncSecret {
        SyncSecret(secret.derived(label))
    }

    /// A code under the key of its label (``key(_:_:)``).
    static func code(under key: SyncSecret, _ label: [UInt8], _ message: [UInt8]) -> [UInt8] {
        key.code(label + message)
    }

    /// Compares two codes in constant time.
    static func matches(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        SecretBytes(left).matches(SecretBytes(right))
    }
}
