internal import Crypto

/// One way to open the root keys: the roots, wrapped by a key that is derived from a secret
/// (vault-format.md §5.2).
///
/// The device key opens the device's root, and also the user's root if no other slot locks the
/// keychain. Slots of the user open both roots. Immutable: a new passcode makes a new slot.
struct KeySlot: Equatable, Sendable {
    let kind: AccessSlot.Kind
    /// The roots in the slot: only the device's, or the device's and the user's.
    let grade: KeyGrade
    let salt: [UInt8]
    /// The data that are needed to get the secret: the cost of a passcode, the blob of a token.
    let parameters: [UInt8]
    let box: [UInt8]
    /// The presence key in a box of its own; empty in slots that do not prove the user's presence,
    /// and in keybags before the third version.
    let presenceBox: [UInt8]
    /// The version of the keybag; the third one has another encoding and other keys.
    let version: KeybagVersion

    /// The slot as the public interface describes it.
    var description: AccessSlot {
        AccessSlot(kind: kind, salt: salt, parameters: kind == .passcode ? [] : parameters)
    }

    /// The cost of a passcode or login password; `nil` in slots of other kinds.
    var hashing: PasscodeHashing? {
        kind.isHashed ? try? PasscodeHashing(encoded: parameters) : nil
    }

    /// Wraps roots and the presence key in a slot of the third version.
    static func wrap(
        _ content: Content,
        as new: NewKeySlot,
        grade: KeyGrade,
        presence: PresenceKey,
        keychain: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> KeySlot {
        let bare = KeySlot(
            kind: new.kind,
            grade: grade,
            salt: new.salt,
            parameters: new.parameters,
            version: .third
        )
        let keys = bare.keys(new.secret, binding: content.binding, keychain: keychain)
        var presenceBox: [UInt8] = []
        if bare.carriesPresence {
            presenceBox = try presence.wrapped(
                by: keys.presence,
                keychain: keychain,
                slot: bare.header(),
                entropy: entropy
            ).box
        }
        return KeySlot(
            kind: new.kind,
            grade: grade,
            salt: new.salt,
            parameters: new.parameters,
            box: try bare.sealed(content, by: keys.slot, keychain: keychain, entropy: entropy),
            presenceBox: presenceBox,
            version: .third
        )
    }

    /// The box of the slot around its content.
    func sealed(
        _ content: Content,
        by key: SymmetricKey,
        keychain: [UInt8],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        let plain = try content.encoded(grade, kind)
        let context = context(keychain)
        return try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: key, context: context, entropy: entropy)
        }
    }

    /// Opens the slot with a key that was derived from its secret.
    func unwrap(keychain: [UInt8], key: SymmetricKey) throws(KeychainError) -> Content {
        let context = context(keychain)
        let (grade, kind) = (grade, kind)
        return try box.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: key, context: context) { plain throws(KeychainError) in
                try Content(encoded: plain, grade, kind)
            }
        }
    }

    /// The keys that are derived from the secret of the slot: one wraps the roots, the other one
    /// the presence key.
    struct Keys {
        let slot: SymmetricKey
        let presence: SymmetricKey
    }

    /// Derives the keys of the slot.
    ///
    /// - Parameters:
    ///   - secret: The secret: the device key, the hash of the passcode, or the secret that a token
    ///     unsealed.
    ///   - binding: The keychain's binding to the device key, without which a user's slot opens
    ///     nothing, so that passcodes cannot be tried on a copied file.
    ///   - keychain: The keychain's identifier.
    /// - Returns: The keys.
    func keys(_ secret: SymmetricKey, binding: SymmetricKey?, keychain: [UInt8]) -> Keys {
        let isBound = version == .third && kind.needsDeviceKey
        let salt = SymmetricKey(salt, and: isBound ? binding : nil)
        let labels = kind.labels
        return Keys(
            slot: HKDFKeys.derive(secret, salt: salt, info: labels.slot.utf8 + keychain),
            presence: HKDFKeys.derive(
                secret,
                salt: salt,
                info: labels.presence.utf8 + keychain
            )
        )
    }

    /// Opens the presence key in the slot's own box; `nil` if the slot does not prove presence.
    func presence(
        _ publicKey: [UInt8],
        keychain: [UInt8],
        key: SymmetricKey
    ) throws(KeychainError) -> PresenceKey? {
        guard !presenceBox.isEmpty else { return nil }
        return try WrappedPresenceKey(publicKey: publicKey, box: presenceBox).unwrap(
            by: key,
            keychain: keychain,
            slot: header()
        )
    }

    /// Whether the slot has a box with the presence key, in the third version.
    var carriesPresence: Bool { grade == .user && kind.provesPresence }

    init(
        kind: AccessSlot.Kind,
        grade: KeyGrade,
        salt: [UInt8],
        parameters: [UInt8] = [],
        box: [UInt8] = [],
        presenceBox: [UInt8] = [],
        version: KeybagVersion
    ) {
        self.kind = kind
        self.grade = grade
        self.salt = salt
        self.parameters = parameters
        self.box = box
        self.presenceBox = presenceBox
        self.version = version
    }

    private func context(_ keychain: [UInt8]) -> [UInt8] {
        guard version == .third else { return header() + [0, 0, 0, 0] + keychain }
        return Labels.slotWrap.utf8 + keychain + header()
    }
}

/// A slot that is to be wrapped, with its secret.
struct NewKeySlot: Sendable {
    let kind: AccessSlot.Kind
    let salt: [UInt8]
    let parameters: [UInt8]
    let secret: SymmetricKey

    init(
        _ kind: AccessSlot.Kind,
        salt: [UInt8],
        parameters: [UInt8] = [],
        secret: SymmetricKey
    ) {
        self.kind = kind
        self.salt = salt
        self.parameters = parameters
        self.secret = secret
    }

    /// The slot of a passcode, which is hashed: slow on purpose.
    static func passcode(
        _ passcode: SecretBytes,
        _ hashing: PasscodeHashing,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> NewKeySlot {
        let salt = entropy.bytes(Limits.saltLength)
        return NewKeySlot(
            .passcode,
            salt: salt,
            parameters: hashing.encoded,
            secret: try hashing.key(passcode: passcode, salt: salt)
        )
    }
}
