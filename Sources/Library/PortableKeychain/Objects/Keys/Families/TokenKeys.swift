internal import Crypto
internal import KeychainEssentials

/// A private key on P-256 that never leaves its token (item-semantics.md §6.9).
///
/// The family of one key: each use presents the key's authorization to the token, which refuses
/// without it. The public half is an ordinary key of the curve.
struct TokenKeys: AgreementFamily {
    /// The source of the authorization for a use of the key.
    enum Authorization: Sendable {
        /// In this process, for a key that is not stored.
        case held(SecretBytes)
        /// The authorization from the key's item, by the rules of its access control.
        case kept(@Sendable () throws(KeychainError) -> SecretBytes)
    }

    /// The length of authorizations in bytes.
    static let authorizationLength = 32
    private static let curve = NISTKeys<P256>()
    /// The length of the order of P-256 in bytes.
    private static let orderLength = 32

    let key: SecurityTokenKey
    /// The token; `nil` where there is none, so that only the public half can be used.
    let token: (any SecurityToken)?
    let authorization: Authorization

    let type = KeyType.ellipticCurve
    var algorithm: KeyAlgorithmIdentifier { Self.curve.algorithm }
    var publicLength: Int { Self.curve.publicLength }
    var sealingKeyLength: Int { Self.curve.sealingKeyLength }
    var ofPublicKeys: any KeyFamily { Self.curve }

    func sizeInBits(publicKey: [UInt8]) -> Int { P256.sizeInBits }
    func makes(sizeInBits: Int) -> Bool { false }
    func isPublicKey(_ bytes: [UInt8]) -> Bool { Self.curve.isPublicKey(bytes) }

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        throw Self.staysInToken
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? { nil }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        throw Self.staysInToken
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        throw Self.staysInToken
    }

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        operation.keyClass == .privateKey
            && Self.curve.performs(operation, scheme, sizeInBits: sizeInBits)
    }

    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        guard case .ecdsa(let encoding, let input, let hash) = scheme else { throw .wrongAlgorithm }
        let digest = try FreeDigest(bytes, input, hash)
        let (token, authorization) = try use()
        let der = try token.sign(
            digest.fitted(to: Self.orderLength),
            key: key.blob,
            authorization: authorization
        )
        // A faulty signature can give a private key away, so none leaves unchecked.
        guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: der),
            let checked = try? P256.Signing.PublicKey(x963Representation: key.publicKey),
            checked.isValidSignature(signature, for: digest)
        else {
            throw KeychainError(
                .internalError,
                reason: "The token made a wrong signature. Try again, and then another token."
            )
        }
        return switch encoding {
        case .x962: [UInt8](signature.derRepresentation)
        case .rfc4754: [UInt8](signature.rawRepresentation)
        }
    }

    func agreed(
        _ privateKey: SecretBytes,
        _ publicKey: [UInt8]
    ) throws(KeychainError) -> any AgreedSecret {
        let (token, authorization) = try use()
        let secret = try token.agree(
            with: publicKey,
            key: key.blob,
            authorization: authorization
        )
        guard secret.count == Self.orderLength else {
            throw KeychainError(.internalError, reason: "The token agreed on no secret. Try again.")
        }
        return secret
    }

    private func use() throws(KeychainError) -> (any SecurityToken, SecretBytes) {
        guard let token else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The token that holds this key is not available. Make it available to this \
                    program, or use another key.
                    """
            )
        }
        switch authorization {
        case .held(let secret): return (token, secret)
        case .kept(let read): return (token, try read())
        }
    }

    /// The failure of everything that needs the bytes of the private half.
    static var staysInToken: KeychainError {
        KeychainError(
            .unimplemented,
            reason: """
                This key cannot leave its token. Use it by the operations of KeyMaterial, or export \
                its public half.
                """
        )
    }
}

extension KeyMaterial {
    /// Makes a private key that never leaves a token: on P-256, the only curve of tokens.
    ///
    /// It is not stored: store it with `keychain.keys.add(_:for:)` in a keychain whose
    /// configuration has the same token, or make and store it with
    /// `keychain.keys.generate(for:storing:heldBy:)`.
    ///
    /// - Parameter token: The token.
    /// - Returns: The private half; its ``publicKey`` is an ordinary key.
    /// - Throws: ``KeychainError/Code/notAvailable`` when the token cannot be used.
    public static func generate(in token: any SecurityToken) throws(KeychainError) -> KeyMaterial {
        let authorization = SecretBytes.random(count: TokenKeys.authorizationLength)
        let key = try token.makeKey(authorization: authorization)
        guard let made = KeyMaterial(key, in: token, .held(authorization)) else {
            throw KeychainError(
                .internalError,
                reason: "What the token made is not a key. Try again, and then another token."
            )
        }
        return made
    }

    /// A key that a token made; `nil` when it cannot be one.
    convenience init?(
        _ key: SecurityTokenKey,
        in token: (any SecurityToken)?,
        _ authorization: TokenKeys.Authorization
    ) {
        let family = TokenKeys(key: key, token: token, authorization: authorization)
        guard family.isPublicKey(key.publicKey),
            (1...SecurityTokenKey.largestBlob).contains(key.blob.count)
        else { return nil }
        self.init(
            family: family,
            keyClass: .privateKey,
            bytes: SecretBytes(key.blob),
            publicBytes: key.publicKey
        )
    }

    /// The token that holds the key, by Apple's name for it (`kSecAttrTokenID`):
    /// `com.apple.setoken`; `nil` for keys in memory and for public keys.
    public var tokenID: String? { tokenKeys == nil ? nil : SecurityTokenKey.tokenID }

    /// The key as it can be used from now on without asking its user: one in a token with its
    /// authorization, which is read now; any other key as it is.
    ///
    /// - Throws: Any error of using the key if its user does not give the proofs.
    package func authorized() throws(KeychainError) -> KeyMaterial {
        guard let keys = tokenKeys, case .kept(let read) = keys.authorization else { return self }
        guard let ready = KeyMaterial(keys.key, in: keys.token, .held(try read())) else {
            throw KeychainError(.internalError)
        }
        return ready
    }

    /// The data from which the same token can make a key again that is not stored
    /// (item-semantics.md §6.9): a secret, because it has the key's authorization.
    ///
    /// `nil` for a key in memory, and for a stored one, whose authorization its item protects.
    package var tokenHandle: SecretBytes? {
        guard let keys = tokenKeys, case .held(let authorization) = keys.authorization else {
            return nil
        }
        let object = keys.key.encoded
        return SecretBytes(count: object.count + authorization.count) { room in
            room.copyBytes(from: object)
            let rest = UnsafeMutableRawBufferPointer(rebasing: room[object.count...])
            authorization.withUnsafeBytes { rest.copyMemory(from: $0) }
        }
    }

    /// Makes a key that is not stored of its handle; `nil` for bytes that are none.
    ///
    /// - Parameters:
    ///   - handle: The result of ``tokenHandle``.
    ///   - token: The token that made the key; another one refuses each use.
    convenience init?(tokenHandle handle: SecretBytes, in token: any SecurityToken) {
        let parts = handle.withUnsafeBytes { bytes in
            (
                SecurityTokenKey(encoded: Array(bytes.dropLast(TokenKeys.authorizationLength))),
                SecretBytes(bytes.suffix(TokenKeys.authorizationLength))
            )
        }
        guard let key = parts.0 else { return nil }
        self.init(key, in: token, .held(parts.1))
    }

    /// The family of a key in a token, which a use of the key needs; `nil` for a key in memory.
    var tokenKeys: TokenKeys? { family as? TokenKeys }
}

extension SecurityTokenKey {
    /// `kSecAttrTokenIDSecureEnclave`: the one token that a keychain has.
    package static let tokenID = "com.apple.setoken"
    /// The longest blob of a key, in bytes.
    static let largestBlob = 1024

    private static let version: UInt8 = 1
    private static let publicLength = 65

    /// The bytes of the attribute `toid`: the version, the public key, the blob (item-semantics.md
    /// §6.9).
    var encoded: [UInt8] { [Self.version] + publicKey + blob }

    /// Reads the attribute `toid`; `nil` for bytes that are none.
    init?(encoded bytes: [UInt8]) {
        let start = 1 + Self.publicLength
        guard bytes.first == Self.version, bytes.count > start,
            bytes.count <= start + Self.largestBlob
        else { return nil }
        self.init(blob: Array(bytes[start...]), publicKey: Array(bytes[1..<start]))
    }
}
