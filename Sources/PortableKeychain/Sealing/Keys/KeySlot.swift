internal import Crypto

/// One way to open the root keys: the roots, wrapped by a key that is derived from the device key
/// or from a passcode (vault-format.md §5.2).
///
/// A keychain without a passcode has one slot, with which the device key opens both roots. With a
/// passcode there are two: the device key opens only the device's root, and the passcode opens
/// both. Immutable: a new passcode makes new slots.
struct KeySlot: Equatable, Sendable {
    /// The secret that opens the slot.
    enum Kind: Equatable, Sendable {
        /// The device key.
        case device
        /// A passcode, hashed with these parameters.
        case passcode(PasscodeHashing)
    }

    let kind: Kind
    /// The roots in the slot: only the device's, or the device's and the user's.
    let grade: KeyGrade
    let salt: [UInt8]
    let box: [UInt8]

    /// Wraps the device's root, and also the user's if the grade is `user`.
    static func wrap(
        _ roots: RootKeys,
        kind: Kind,
        grade: KeyGrade,
        keychain: [UInt8],
        keyEncryptionKey: SymmetricKey,
        salt: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> KeySlot {
        let plain = try roots.encoded(grade)
        let context = header(kind, grade, salt, keychain)
        let box = try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: keyEncryptionKey, context: context, entropy: entropy)
        }
        return KeySlot(kind: kind, grade: grade, salt: salt, box: box)
    }

    func unwrap(keychain: [UInt8], keyEncryptionKey: SymmetricKey) throws(KeychainError) -> RootKeys
    {
        let context = Self.header(kind, grade, salt, keychain)
        let grade = grade
        return try box.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: keyEncryptionKey, context: context) {
                plain throws(KeychainError) in
                try RootKeys(encoded: plain, grade)
            }
        }
    }

    /// Derives the key of a slot from the device key.
    static func deviceKeyEncryptionKey(
        _ device: SymmetricKey,
        salt: [UInt8],
        keychain: [UInt8]
    ) -> SymmetricKey {
        derive(device, salt: salt, Labels.deviceSlot, keychain)
    }

    /// Derives the keys of a slot from a passcode; slow on purpose.
    static func passcodeKeys(
        _ passcode: SecretBytes,
        _ hashing: PasscodeHashing,
        salt: [UInt8],
        keychain: [UInt8]
    ) throws(KeychainError) -> PasscodeKeys {
        let key = try hashing.key(passcode: passcode, salt: salt)
        return PasscodeKeys(
            slot: derive(key, salt: salt, Labels.passcodeSlot, keychain),
            presence: derive(key, salt: salt, Labels.presencePasscode, keychain)
        )
    }

    /// The keys that are derived from a passcode: one wraps the roots in the slot, the other one
    /// the presence key.
    struct PasscodeKeys {
        let slot: SymmetricKey
        let presence: SymmetricKey
    }

    func encode(into writer: inout ByteWriter) {
        switch kind {
        case .device: writer.integer(UInt8(1))
        case .passcode: writer.integer(UInt8(2))
        }
        writer.integer(grade.rawValue)
        writer.raw(salt)
        if case .passcode(let hashing) = kind {
            writer.integer(hashing.rounds)
            writer.integer(hashing.blockSize)
            writer.integer(hashing.parallelism)
        }
        writer.sized(box)
    }

    init(from reader: inout ByteReader) throws(KeychainError) {
        let kindCode = try reader.integer(UInt8.self)
        guard let grade = KeyGrade(rawValue: try reader.integer()) else {
            throw Self.malformed
        }
        self.grade = grade
        salt = try reader.array(Limits.saltLength)
        switch kindCode {
        case 1: kind = .device
        case 2:
            kind = .passcode(try PasscodeHashing(storedIn: &reader))
            guard grade == .user else { throw Self.malformed }
        default: throw Self.malformed
        }
        box = Array(try reader.sized())
        let plainLength = grade == .device ? Limits.keyLength : 2 * Limits.keyLength
        guard box.count == plainLength + Limits.boxOverhead else { throw Self.malformed }
    }

    private init(kind: Kind, grade: KeyGrade, salt: [UInt8], box: [UInt8]) {
        self.kind = kind
        self.grade = grade
        self.salt = salt
        self.box = box
    }

    private static func derive(
        _ key: SymmetricKey,
        salt: [UInt8],
        _ label: String,
        _ keychain: [UInt8]
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key,
            salt: salt,
            info: Array(label.utf8) + keychain,
            outputByteCount: Limits.keyLength
        )
    }

    private static func header(
        _ kind: Kind,
        _ grade: KeyGrade,
        _ salt: [UInt8],
        _ keychain: [UInt8]
    ) -> [UInt8] {
        var writer = ByteWriter()
        KeySlot(kind: kind, grade: grade, salt: salt, box: []).encode(into: &writer)
        writer.raw(keychain)
        return writer.bytes
    }

    private static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "A key slot of the keychain is malformed. Restore a backup."
        )
    }
}

/// The root keys of one keychain, which wrap all its other keys.
struct RootKeys: Sendable {
    let device: SymmetricKey
    /// The user's root; `nil` if it is locked.
    let user: SymmetricKey?

    init(device: SymmetricKey, user: SymmetricKey?) {
        self.device = device
        self.user = user
    }

    fileprivate init(encoded: UnsafeRawBufferPointer, _ grade: KeyGrade) throws(KeychainError) {
        var reader = ByteReader(encoded)
        device = SymmetricKey(data: try reader.raw(Limits.keyLength))
        user = grade == .user ? SymmetricKey(data: try reader.raw(Limits.keyLength)) : nil
        try reader.finish()
    }

    fileprivate func encoded(_ grade: KeyGrade) throws(KeychainError) -> SecretBytes {
        let keys = grade == .user ? [device, user] : [device]
        guard !keys.contains(where: { $0 == nil }) else { throw KeychainError(.internalError) }
        return SecretBytes(count: keys.count * Limits.keyLength) { room in
            for (index, key) in keys.enumerated() {
                key?.withUnsafeBytes { bytes in
                    UnsafeMutableRawBufferPointer(rebasing: room[(index * Limits.keyLength)...])
                        .copyMemory(from: bytes)
                }
            }
        }
    }
}
