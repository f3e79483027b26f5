internal import Crypto

/// The key of one protection class, and the two it splits into (vault-format.md §5.3).
struct ClassKeys: Sendable {
    let protection: Protection
    /// What is wrapped in the keybag and shared through the kernel.
    let master: SymmetricKey
    /// Seals attributes.
    let metadata: SymmetricKey
    /// Seals payloads.
    let secret: SymmetricKey

    init(_ protection: Protection, master: SymmetricKey) {
        self.protection = protection
        self.master = master
        metadata = Self.derive(master, Labels.metadata)
        secret = Self.derive(master, Labels.secret)
    }

    private static func derive(_ key: SymmetricKey, _ label: String) -> SymmetricKey {
        HKDF<SHA256>.expand(
            pseudoRandomKey: key,
            info: Array(label.utf8),
            outputByteCount: Limits.keyLength
        )
    }
}

/// A class key as the keybag holds it: wrapped under its root, and under the device key where
/// items must not leave the device.
struct WrappedClassKey: Equatable, Sendable {
    let protection: Protection
    let box: [UInt8]

    static func wrap(
        _ key: ClassKeys,
        roots: RootKeys,
        device: SymmetricKey,
        keychain: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> WrappedClassKey {
        let protection = key.protection
        let wrapping = try wrappingKey(protection, roots, device, keychain)
        let plain = SecretBuffer(count: Limits.keyLength) { room in
            key.master.withUnsafeBytes { room.copyMemory(from: $0) }
        }
        let box = try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(
                bytes,
                key: wrapping,
                context: header(protection, keychain),
                entropy: entropy
            )
        }
        return WrappedClassKey(protection: protection, box: box)
    }

    func unwrap(
        roots: RootKeys,
        device: SymmetricKey,
        keychain: [UInt8]
    ) throws(KeychainError) -> ClassKeys {
        let wrapping = try Self.wrappingKey(protection, roots, device, keychain)
        let context = Self.header(protection, keychain)
        let protection = protection
        return try box.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: wrapping, context: context) { plain throws(KeychainError) in
                guard plain.count == Limits.keyLength else { throw KeychainError(.corrupt) }
                return ClassKeys(protection, master: SymmetricKey(data: plain))
            }
        }
    }

    private static func wrappingKey(
        _ protection: Protection,
        _ roots: RootKeys,
        _ device: SymmetricKey,
        _ keychain: [UInt8]
    ) throws(KeychainError) -> SymmetricKey {
        let keyClass = protection.keyClass
        guard let root = keyClass.grade == .device ? roots.device : roots.user else {
            throw KeychainError(.interactionNotAllowed)
        }
        let binding = keyClass.thisDeviceOnly ? device.withUnsafeBytes { Array($0) } : []
        // The device key is the salt: HKDF-Extract keys its HMAC with it (RFC 5869, 3.1).
        return HKDF<SHA256>.deriveKey(
            inputKeyMaterial: root,
            salt: binding,
            info: header(protection, keychain),
            outputByteCount: Limits.keyLength
        )
    }

    private static func header(_ protection: Protection, _ keychain: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(Labels.classKeyWrap.utf8)
        writer.raw(keychain)
        writer.integer(protection.stored)
        return writer.bytes
    }
}
