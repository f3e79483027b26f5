internal import Crypto

extension Keybag {
    /// The keybag of a new keychain without a passcode.
    static func new(device: DeviceKey, entropy: KeychainEntropy) throws(KeychainError) -> Keybag {
        let keys = ProtectionClass.allCases.filter { !$0.needsPasscode }.map {
            ClassKeys(Protection($0, generation: 1), master: .random(entropy))
        }
        return try make(
            keychain: entropy.bytes(Limits.identifierLength),
            device: device,
            roots: RootKeys(device: .random(entropy), user: .random(entropy)),
            keys: keys,
            presence: .random(entropy),
            passcodeGeneration: 0,
            entropy: entropy
        )
    }

    /// Wraps roots and class keys into a keybag of the present version.
    ///
    /// - Parameters:
    ///   - keychain: The keychain's identifier.
    ///   - device: The device key, which gets a new slot.
    ///   - roots: Both roots.
    ///   - keys: The class keys.
    ///   - presence: The presence key.
    ///   - kept: Slots that stay as they are, because they contain the same roots.
    ///   - new: Slots that are to be wrapped, besides that of the device.
    ///   - passcodeGeneration: The number of keys that the class that needs a passcode has had.
    ///   - entropy: The source of salts and nonces.
    /// - Returns: The keybag.
    /// - Throws: ``KeychainError/Code/notAvailable`` for slots that a keychain cannot have together.
    static func make(
        keychain: [UInt8],
        device: DeviceKey,
        roots: RootKeys,
        keys: [ClassKeys],
        presence: PresenceKey,
        kept: [KeySlot] = [],
        new: [NewKeySlot] = [],
        passcodeGeneration: UInt32,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> Keybag {
        let locks = kept.contains { $0.kind.locks } || new.contains { $0.kind.locks }
        let binding = device.binding(keychain)
        let content = KeySlot.Content(roots: roots, binding: binding)
        let own = NewKeySlot(.device, salt: entropy.bytes(Limits.saltLength), secret: device.key)
        var slots: [KeySlot] = []
        for slot in [own] + new {
            slots.append(
                try KeySlot.wrap(
                    content,
                    as: slot,
                    // If another slot locks the keychain, the device key opens only the device's
                    // root.
                    grade: slot.kind == .device && locks ? .device : .user,
                    presence: presence,
                    keychain: keychain,
                    entropy: entropy
                )
            )
        }
        slots = (slots + kept).sorted { $0.precedes($1) }
        try checkTogether(slots)
        return Keybag(
            version: .third,
            keychain: keychain,
            deviceKeyID: device.identifier,
            slots: slots,
            classKeys: try wrapped(keys, roots, binding, keychain, entropy),
            passcodeGeneration: passcodeGeneration,
            presence: WrappedPresenceKey(publicKey: presence.publicKey, box: [])
        )
    }

    /// Refuses slots that no reader accepts together.
    private static func checkTogether(_ slots: [KeySlot]) throws(KeychainError) {
        guard slots.count <= Limits.slotCount else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    A keychain has at most \(Limits.slotCount) ways in. Remove one that you no \
                    longer need first.
                    """
            )
        }
        guard Set(slots.map(\.description.identifier)).count == slots.count else {
            throw KeychainError(
                .invalidParameter,
                reason: "Another way into this keychain has the same salt. Choose a random one."
            )
        }
        guard slots.contains(where: \.carriesPresence) else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    A credential or a login password cannot be the only way into a keychain, \
                    because it does not open items that require the user's presence. Set a \
                    passcode or make a recovery key first.
                    """
            )
        }
    }

    /// Wraps class keys, in the order in which a keybag stores them.
    private static func wrapped(
        _ keys: [ClassKeys],
        _ roots: RootKeys,
        _ binding: SymmetricKey,
        _ keychain: [UInt8],
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> [WrappedClassKey] {
        var wrapped: [WrappedClassKey] = []
        for key in keys {
            wrapped.append(
                try WrappedClassKey.wrap(
                    key,
                    roots: roots,
                    binding: binding,
                    keychain: keychain,
                    entropy: entropy
                )
            )
        }
        return wrapped.sorted { $0.protection.keyClass.rawValue < $1.protection.keyClass.rawValue }
    }
}
