internal import Crypto

/// A key in memory: the public or private half of a pair.
///
/// Use it to make, read, write and store keys, and to sign, verify, encrypt, decrypt and agree with
/// them. All algorithms have this one type; ``type`` and ``sizeInBits`` distinguish them. Where you
/// want a key type of swift-crypto instead, convert by ``converted(to:)``.
///
/// A key is immutable: a class, because the bytes of a private key are held once in a
/// ``SecretBytes`` and shared by reference, and are overwritten when the last reference goes. Each
/// use parses them again and leaves no copy in a cryptographic library; only a private RSA key, whose
/// parsing takes longer than its use, stays parsed from its first use on until the last reference to
/// the `KeyMaterial` goes. Two halves belong together when their ``applicationLabel`` is the same.
///
/// A key is not an item: it has no name, access group or protection until it is stored with
/// `keychain.keys.add(_:for:)`.
///
/// ```swift
/// let key = try KeyMaterial.generate(.p256)
/// let message = Array("message".utf8)
/// let signature = try key.sign(message, .ecdsa(.sha256))
/// try key.publicKey.verify(signature, of: message, .ecdsa(.sha256))
/// ```
public final class KeyMaterial: Sendable {
    /// The algorithm.
    public let type: KeyType
    /// The half of the pair.
    public let keyClass: KeyClass
    /// The size in bits; for ML-KEM and ML-DSA the number of the parameter set, such as 65, as
    /// `kSecAttrKeySizeInBits` states it.
    public let sizeInBits: Int
    /// The digest that ties both halves together: SHA-1 of the public half's external
    /// representation, `kSecAttrApplicationLabel`.
    public let applicationLabel: [UInt8]
    /// The bytes of this half, in the form of `SecKeyCopyExternalRepresentation`
    /// (`Specification/item-semantics.md`, 6.2); of a private key in a token, the key as the token
    /// wrapped it, which no other token can use.
    public let externalRepresentation: SecretBytes

    let family: any KeyFamily
    let publicBytes: [UInt8]

    init(
        family: any KeyFamily,
        keyClass: KeyClass,
        bytes: SecretBytes,
        publicBytes: [UInt8]
    ) {
        type = family.type
        self.keyClass = keyClass
        sizeInBits = family.sizeInBits(publicKey: publicBytes)
        applicationLabel = [UInt8](Insecure.SHA1.hash(data: publicBytes))
        externalRepresentation = bytes
        self.family = family.ofOneKey
        self.publicBytes = publicBytes
    }
}

extension KeyMaterial {
    /// Reads the external representation of a key.
    ///
    /// - Parameters:
    ///   - externalRepresentation: The bytes, exactly as long as the form says, at most 64 KiB.
    ///   - type: The algorithm; the size is that of the bytes.
    ///   - keyClass: The half that the bytes are.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the bytes are not such a key, among
    ///   them points that are not on the curve, and points that do not belong to the scalar.
    public convenience init(
        externalRepresentation: SecretBytes,
        type: KeyType,
        keyClass: KeyClass
    ) throws(KeychainError) {
        if externalRepresentation.count <= KeyDER.largest {
            for family in KeyFamilies.all where family.type == type.current {
                if let publicBytes = Self.publicBytes(externalRepresentation, keyClass, family) {
                    self.init(
                        family: family,
                        keyClass: keyClass,
                        bytes: externalRepresentation,
                        publicBytes: publicBytes
                    )
                    return
                }
            }
        }
        let isKnown = KeyFamilies.all.contains { $0.type == type.current }
        throw KeychainError(
            .invalidParameter,
            reason: isKnown ? "These bytes are not a key of this type." : KeySpecification.types
        )
    }

    private static func publicBytes(
        _ bytes: SecretBytes,
        _ keyClass: KeyClass,
        _ family: any KeyFamily
    ) -> [UInt8]? {
        switch keyClass {
        case .privateKey: return family.publicKey(of: bytes)
        case .publicKey:
            let bytes = bytes.withUnsafeBytes { [UInt8]($0) }
            return family.isPublicKey(bytes) ? bytes : nil
        }
    }

    /// Makes a new private key, with the randomness of the cryptographic library.
    ///
    /// - Parameter specification: The kind of key.
    /// - Returns: The private half; its ``publicKey`` is the other.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a size of RSA that is not offered, and
    ///   for a kind that this platform lacks.
    public static func generate(
        _ specification: KeySpecification
    ) throws(KeychainError) -> KeyMaterial {
        let family = try specification.family
        let key = try family.generate(sizeInBits: specification.sizeInBits)
        return try KeyMaterial(privateKey: key, family: family)
    }

    /// Makes a private key whose family is known.
    convenience init(privateKey: SecretBytes, family: any KeyFamily) throws(KeychainError) {
        guard let publicBytes = family.publicKey(of: privateKey) else { throw .noKey }
        self.init(
            family: family,
            keyClass: .privateKey,
            bytes: privateKey,
            publicBytes: publicBytes
        )
    }

    /// Makes a public key whose family is known.
    convenience init(publicKey: [UInt8], family: any KeyFamily) throws(KeychainError) {
        guard family.isPublicKey(publicKey) else { throw .noKey }
        self.init(publicBytes: publicKey, family: family)
    }

    private convenience init(publicBytes: [UInt8], family: any KeyFamily) {
        self.init(
            family: family,
            keyClass: .publicKey,
            bytes: SecretBytes(count: publicBytes.count) { $0.copyBytes(from: publicBytes) },
            publicBytes: publicBytes
        )
    }

    /// The public half; a public key itself.
    public var publicKey: KeyMaterial {
        keyClass == .publicKey
            ? self : KeyMaterial(publicBytes: publicBytes, family: family.ofPublicKeys)
    }
}

extension KeyMaterial: Hashable {
    /// Keys are equal when class, type and bytes are.
    public static func == (left: KeyMaterial, right: KeyMaterial) -> Bool {
        left.type == right.type && left.keyClass == right.keyClass
            && left.externalRepresentation.matches(right.externalRepresentation)
    }

    /// Feeds the digest of the public half into the hasher, and nothing secret.
    public func hash(into hasher: inout Hasher) { hasher.combine(applicationLabel) }
}

extension KeyMaterial: CustomStringConvertible {
    /// Type, half and size, and whether a token holds the key; never the bytes.
    public var description: String {
        "\(keyClass == .publicKey ? "public" : "private") key of type \(type.rawValue), "
            + "\(sizeInBits) bits\(tokenID == nil ? "" : ", in a token")"
    }
}
