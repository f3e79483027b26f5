internal import Crypto

/// The key of this device and user, stored in a separate file: no keychain of the user opens
/// without it.
///
/// A copy of a keychain's file is therefore useless elsewhere. It is the same for all keychains of
/// the user on the device, and it never changes, so it is not a passcode and does not replace one.
/// Keychains in memory have their own.
struct DeviceKey: Sendable {
    let key: SymmetricKey
    /// Identifies the key without revealing it, so that a wrong key can be distinguished from a
    /// damaged keychain.
    let identifier: [UInt8]

    init(_ key: SymmetricKey) {
        self.key = key
        let code = HMAC<SHA256>.authenticationCode(for: Array(Labels.deviceKeyID.utf8), using: key)
        identifier = Array(code.prefix(Limits.identifierLength))
    }

    /// The key that ties a keychain to this key (vault-format.md §5.2).
    ///
    /// Each keychain has its own, so that a recovery key that carries it does not give away the
    /// device key, and with it the user's other keychains.
    func binding(_ keychain: [UInt8]) -> SymmetricKey {
        HKDFKeys.derive(
            key,
            salt: SymmetricKey(data: keychain),
            info: Labels.deviceBinding.utf8 + keychain
        )
    }

    /// Makes a random key.
    init(entropy: KeychainEntropy) {
        let plain = SecretBytes(count: Limits.keyLength) { entropy.fill($0) }
        self.init(plain.withUnsafeBytes { SymmetricKey(data: $0) })
    }
}

/// The identifiers of a keychain that is sealed again under new keys (vault-format.md §15).
extension DeviceKey {
    /// The identifier that a keychain has after its next rotation.
    ///
    /// It follows from the present one, so that a log or a process that knows the keychain before
    /// the rotation can distinguish its successor from another keychain.
    func successor(of keychain: [UInt8]) -> [UInt8] {
        let message = Array(Labels.nextKeychain.utf8) + keychain
        let code = HMAC<SHA256>.authenticationCode(for: message, using: key)
        return Array(code.prefix(Limits.identifierLength))
    }

    /// Whether rotations lead from one identifier to another.
    func isSuccessor(_ later: [UInt8], of keychain: [UInt8]) -> Bool {
        var next = keychain
        for _ in 0..<Self.followedRotations {
            next = successor(of: next)
            if next == later { return true }
        }
        return false
    }

    /// The most rotations that can be between two looks of a process; a process that sleeps for
    /// longer opens the keychain again.
    private static let followedRotations = 256
}

/// The file of a device key (vault-format.md §6): magic ‖ key ‖ first bytes of its SHA-256.
///
/// The check bytes distinguish a damaged file from the key of another device.
extension DeviceKey {
    private static let magic: [UInt8] = Array("PKDEVKY1".utf8)
    private static let checkLength = 8
    static let fileLength = magic.count + Limits.keyLength + checkLength

    init(file: UnsafeRawBufferPointer) throws(KeychainError) {
        var reader = ByteReader(file)
        guard file.count == Self.fileLength,
            try reader.raw(Self.magic.count).elementsEqual(Self.magic)
        else { throw Self.malformed }
        let plain = try reader.raw(Limits.keyLength)
        guard
            SHA256.hash(data: plain).prefix(Self.checkLength).elementsEqual(
                try reader.raw(Self.checkLength)
            )
        else { throw Self.malformed }
        self.init(SymmetricKey(data: plain))
    }

    /// The bytes of the file.
    func file() -> SecretBytes {
        SecretBytes(count: Self.fileLength) { room in
            room.copyBytes(from: Self.magic)
            key.withUnsafeBytes { plain in
                // Copied directly, because an array that grows would leave copies in memory.
                let place = UnsafeMutableRawBufferPointer(rebasing: room[Self.magic.count...])
                place.copyMemory(from: plain)
                UnsafeMutableRawBufferPointer(rebasing: place[plain.count...])
                    .copyBytes(from: Array(SHA256.hash(data: plain).prefix(Self.checkLength)))
            }
        }
    }

    private static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The device key file is damaged. Restore it from a backup, or run "
                + "'keychainctl recover' with the recovery key."
        )
    }
}

extension DeviceKey {
    /// The key of 32 bytes; `nil` if its identifier is another one.
    init?(_ bytes: SecretBytes, identifier: [UInt8]) {
        guard bytes.count == Limits.keyLength else { return nil }
        self.init(SymmetricKey(bytes))
        guard self.identifier == identifier else { return nil }
    }

    /// The name under which the kernel keeps the key after a token unsealed it (vault-format.md §10).
    static func retainedName(_ identifier: [UInt8]) -> String {
        KernelKeyRetention.prefix + "device:" + identifier.hexadecimal
    }
}

extension SecretBytes {
    /// The bytes of a key.
    convenience init(_ key: SymmetricKey) {
        self.init(count: key.bitCount / 8) { room in
            key.withUnsafeBytes { room.copyMemory(from: $0) }
        }
    }
}
