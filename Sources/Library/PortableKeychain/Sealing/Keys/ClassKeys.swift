internal import Crypto

/// The key of one protection class, and the two keys that are derived from it: one for attributes
/// and one for payloads (vault-format.md §5.3).
///
/// All items of a class share it, so that a class can be locked by dropping one key. In the keybag
/// it is stored as a ``WrappedClassKey``. Immutable: changing the passcode wraps the same keys
/// again, so no item has to be sealed again.
struct ClassKeys: Sendable {
    let protection: Protection
    /// The key that is wrapped in the keybag and shared through the kernel.
    let master: SymmetricKey
    /// Seals attributes.
    let metadata: BoxKey
    /// Seals payloads.
    let secret: BoxKey

    init(_ protection: Protection, master: SymmetricKey) {
        self.protection = protection
        self.master = master
        metadata = BoxKey(Self.derive(master, Labels.metadata))
        secret = BoxKey(Self.derive(master, Labels.secret))
    }

    /// A check value that identifies the key without revealing it.
    ///
    /// A key that another process shared, or that belongs to another copy of the keychain, must not
    /// seal items, because nothing could open them later.
    func check(_ keychain: [UInt8]) -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(Labels.classKeyCheck.utf8)
        writer.raw(keychain)
        writer.integer(protection.stored)
        let code = HMAC<SHA256>.authenticationCode(for: writer.bytes, using: master)
        return Array(code.prefix(Limits.identifierLength))
    }

    private static func derive(_ key: SymmetricKey, _ label: String) -> SymmetricKey {
        HKDF<SHA256>.expand(
            pseudoRandomKey: key,
            info: Array(label.utf8),
            outputByteCount: Limits.keyLength
        )
    }
}

/// A class key as the keybag stores it: wrapped by its root, and also by the device key if items of
/// the class must not leave the device.
struct WrappedClassKey: Equatable, Sendable {
    let protection: Protection
    /// The check value of the key (``ClassKeys/check(_:)``).
    let check: [UInt8]
    let box: [UInt8]

    /// Wraps a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - roots: The roots, of which the one of the key's class wraps it.
    ///   - binding: The keychain's binding to the device key; before the third version of keybags
    ///     the device key itself.
    ///   - keychain: The keychain's identifier.
    ///   - entropy: The source of the nonce.
    /// - Returns: The wrapped key.
    /// - Throws: ``KeychainError/Code/locked`` when the root is not open.
    static func wrap(
        _ key: ClassKeys,
        roots: RootKeys,
        binding: SymmetricKey,
        keychain: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> WrappedClassKey {
        let protection = key.protection
        let wrapping = try wrappingKey(protection, roots, binding, keychain)
        let plain = SecretBytes(count: Limits.keyLength) { room in
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
        return WrappedClassKey(protection: protection, check: key.check(keychain), box: box)
    }

    func unwrap(
        roots: RootKeys,
        binding: SymmetricKey,
        keychain: [UInt8]
    ) throws(KeychainError) -> ClassKeys {
        let wrapping = try Self.wrappingKey(protection, roots, binding, keychain)
        let context = Self.header(protection, keychain)
        let (protection, check) = (protection, check)
        return try box.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: wrapping, context: context) { plain throws(KeychainError) in
                guard plain.count == Limits.keyLength else { throw KeychainError(.corrupt) }
                let keys = ClassKeys(protection, master: SymmetricKey(data: plain))
                guard keys.check(keychain) == check else { throw KeychainError(.corrupt) }
                return keys
            }
        }
    }

    private static func wrappingKey(
        _ protection: Protection,
        _ roots: RootKeys,
        _ binding: SymmetricKey,
        _ keychain: [UInt8]
    ) throws(KeychainError) -> SymmetricKey {
        let keyClass = protection.keyClass
        guard let root = keyClass.grade == .device ? roots.device : roots.user else {
            throw KeychainError(.locked)
        }
        return HKDFKeys.derive(
            root,
            salt: keyClass.thisDeviceOnly ? binding : SymmetricKey(data: [UInt8]()),
            info: header(protection, keychain)
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
