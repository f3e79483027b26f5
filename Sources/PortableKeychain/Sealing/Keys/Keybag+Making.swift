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
            passcode: nil,
            passcodeGeneration: 0,
            entropy: entropy
        )
    }

    /// Wraps roots and class keys into a keybag.
    static func make(
        keychain: [UInt8],
        device: DeviceKey,
        roots: RootKeys,
        keys: [ClassKeys],
        presence: PresenceKey,
        passcode: (SecretBytes, PasscodeHashing)?,
        passcodeGeneration: UInt32,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> Keybag {
        // Without a passcode, the device key opens both roots; with one, only the device's.
        let deviceSalt = entropy.bytes(Limits.saltLength)
        var slots = [
            try KeySlot.wrap(
                roots,
                kind: .device,
                grade: passcode == nil ? .user : .device,
                keychain: keychain,
                keyEncryptionKey: KeySlot.deviceKeyEncryptionKey(
                    device.key,
                    salt: deviceSalt,
                    keychain: keychain
                ),
                salt: deviceSalt,
                entropy: entropy
            )
        ]
        var presenceWrapping: SymmetricKey?
        if let (passcode, hashing) = passcode {
            let salt = entropy.bytes(Limits.saltLength)
            let passcodeKeys = try KeySlot.passcodeKeys(
                passcode,
                hashing,
                salt: salt,
                keychain: keychain
            )
            presenceWrapping = passcodeKeys.presence
            slots.append(
                try KeySlot.wrap(
                    roots,
                    kind: .passcode(hashing),
                    grade: .user,
                    keychain: keychain,
                    keyEncryptionKey: passcodeKeys.slot,
                    salt: salt,
                    entropy: entropy
                )
            )
        } else if let root = roots.user {
            presenceWrapping = WrappedPresenceKey.wrappingKey(root: root, keychain: keychain)
        }
        guard let presenceWrapping else { throw KeychainError(.internalError) }
        return Keybag(
            keychain: keychain,
            deviceKeyID: device.identifier,
            slots: slots,
            classKeys: try wrapped(keys, roots, device.key, keychain, entropy),
            passcodeGeneration: passcodeGeneration,
            presence: try presence.wrapped(
                by: presenceWrapping,
                keychain: keychain,
                entropy: entropy
            )
        )
    }

    /// Wraps class keys, in the order in which a keybag stores them.
    private static func wrapped(
        _ keys: [ClassKeys],
        _ roots: RootKeys,
        _ device: SymmetricKey,
        _ keychain: [UInt8],
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> [WrappedClassKey] {
        var wrapped: [WrappedClassKey] = []
        for key in keys {
            wrapped.append(
                try WrappedClassKey.wrap(
                    key,
                    roots: roots,
                    device: device,
                    keychain: keychain,
                    entropy: entropy
                )
            )
        }
        return wrapped.sorted { $0.protection.keyClass.rawValue < $1.protection.keyClass.rawValue }
    }
}

extension SymmetricKey {
    /// Makes a random 256-bit key.
    static func random(_ entropy: KeychainEntropy) -> SymmetricKey {
        let plain = SecretBytes(count: Limits.keyLength) { entropy.fill($0) }
        return plain.withUnsafeBytes { SymmetricKey(data: $0) }
    }
}
