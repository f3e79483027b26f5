internal import Crypto
internal import KeychainEssentials

/// The key pair that proves the user's presence (vault-format.md §12.1).
///
/// Adding an item that requires user authentication needs only the public half; reading it needs
/// the private half.
///
/// The private half is wrapped only by the passcode, separately from the keys of an unlocked
/// keychain. So an unlocked keychain does not prove that the user is present now. Without a
/// passcode it is wrapped by the user's root. Immutable, and the same for the life of a keychain,
/// so that existing items stay readable; a proof is stored in an ``AuthenticationContext`` and
/// never shared between processes.
struct PresenceKey: Sendable {
    private let key: Curve25519.KeyAgreement.PrivateKey

    private init(_ key: Curve25519.KeyAgreement.PrivateKey) { self.key = key }

    static func random(_ entropy: KeychainEntropy) throws(KeychainError) -> PresenceKey {
        let plain = SecretBytes(count: Limits.keyLength) { entropy.fill($0) }
        return try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try PresenceKey(encoded: bytes)
        }
    }

    fileprivate init(encoded: UnsafeRawBufferPointer) throws(KeychainError) {
        do {
            key = try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: encoded)
        } catch {
            throw KeychainError(
                .corrupt,
                reason: "The presence key of the keychain is malformed. Restore a backup."
            )
        }
    }

    var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

    /// Wraps the private half.
    ///
    /// - Parameters:
    ///   - wrapping: The key of the box.
    ///   - keychain: The keychain's identifier.
    ///   - slot: The header of the slot that contains the box; empty before the third version.
    ///   - entropy: The source of the nonce.
    /// - Returns: The pair.
    /// - Throws: ``KeychainError/Code/internalError`` when the cipher fails.
    func wrapped(
        by wrapping: SymmetricKey,
        keychain: [UInt8],
        slot: [UInt8] = [],
        entropy: KeychainEntropy
    ) throws(KeychainError) -> WrappedPresenceKey {
        // The library returns its own memory as Data. It is copied and must not be zeroed, because
        // that would change this key.
        let plain = SecretBytes(key.rawRepresentation)
        let publicKey = publicKey
        let context = WrappedPresenceKey.context(publicKey, keychain, slot)
        let box = try plain.withUnsafeBytes { bytes throws(KeychainError) in
            try Box.seal(bytes, key: wrapping, context: context, entropy: entropy)
        }
        return WrappedPresenceKey(publicKey: publicKey, box: box)
    }

    /// Derives the secret that was encapsulated for this key (RFC 9180).
    func secret(encapsulated: [UInt8], keychain: [UInt8]) throws(KeychainError) -> SymmetricKey {
        do {
            let recipient = try HPKE.Recipient(
                privateKey: key,
                ciphersuite: Self.suite,
                info: Self.info(keychain),
                encapsulatedKey: Data(encapsulated)
            )
            return try recipient.exportSecret(
                context: Array(Labels.presenceSecret.utf8),
                outputByteCount: Limits.keyLength
            )
        } catch {
            throw KeychainError(
                .corrupt,
                reason: "A part of an item does not match its key. Restore a backup."
            )
        }
    }

    /// Makes a secret that only the holder of a private half can derive (RFC 9180).
    static func encapsulate(
        for publicKey: [UInt8],
        keychain: [UInt8]
    ) throws(KeychainError) -> Encapsulation {
        do {
            let sender = try HPKE.Sender(
                recipientKey: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey),
                ciphersuite: suite,
                info: info(keychain)
            )
            let secret = try sender.exportSecret(
                context: Array(Labels.presenceSecret.utf8),
                outputByteCount: Limits.keyLength
            )
            return Encapsulation(secret: secret, encapsulated: Array(sender.encapsulatedKey))
        } catch {
            throw KeychainError(
                .corrupt,
                reason: "The presence key of the keychain is malformed. Restore a backup."
            )
        }
    }

    /// A secret, and the bytes from which the holder of the private half derives it.
    struct Encapsulation {
        let secret: SymmetricKey
        let encapsulated: [UInt8]
    }

    private static let suite = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256,
        kdf: .HKDF_SHA256,
        aead: .AES_GCM_256
    )

    private static func info(_ keychain: [UInt8]) -> Data {
        Data(Array(Labels.presence.utf8) + keychain)
    }
}

/// The pair as it is stored in the keybag: the public half in plain, the private half in a box.
struct WrappedPresenceKey: Equatable, Sendable {
    let publicKey: [UInt8]
    /// Empty in a keybag of the third version, in which slots contain the boxes.
    let box: [UInt8]

    func unwrap(
        by wrapping: SymmetricKey,
        keychain: [UInt8],
        slot: [UInt8] = []
    ) throws(KeychainError) -> PresenceKey {
        let context = Self.context(publicKey, keychain, slot)
        let key = try box.withRawBytes { bytes throws(KeychainError) in
            try Box.open(bytes, key: wrapping, context: context) { plain throws(KeychainError) in
                try PresenceKey(encoded: plain)
            }
        }
        guard key.publicKey == publicKey else {
            throw KeychainError(
                .corrupt,
                reason: "The presence key of the keychain is malformed. Restore a backup."
            )
        }
        return key
    }

    fileprivate static func context(
        _ publicKey: [UInt8],
        _ keychain: [UInt8],
        _ slot: [UInt8]
    ) -> [UInt8] {
        Array(Labels.presenceWrap.utf8) + keychain + publicKey + slot
    }

    /// Derives the wrapping key from the user's root, for keychains without a passcode.
    static func wrappingKey(root: SymmetricKey, keychain: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.expand(
            pseudoRandomKey: root,
            info: Array(Labels.presenceRoot.utf8) + keychain,
            outputByteCount: Limits.keyLength
        )
    }
}

extension AuthenticationContext {
    /// The proof of the user's presence for a keychain.
    func presence(_ keychain: [UInt8]) -> PresenceKey? {
        proof(PresenceKey.self, towards: keychain)
    }

    /// Stores the proof of the user's presence for a keychain.
    func setPresence(_ key: PresenceKey, _ keychain: [UInt8]) {
        setProof(key, towards: keychain)
    }
}
