internal import Crypto

/// A key in memory: the public or private half of a pair.
///
/// Private bytes stay in a ``SecretBytes``; each use parses them anew and leaves no copy in a
/// cryptographic library. Two halves belong together when their ``applicationLabel`` is the same.
public final class KeyMaterial: Sendable {
    /// The algorithm.
    public let type: KeyType
    /// Which half it is.
    public let keyClass: KeyClass
    /// The size in bits; the number of the parameter set for ML-KEM and ML-DSA.
    public let sizeInBits: Int
    /// The digest that ties both halves together: SHA-1 of the public half's external
    /// representation, `kSecAttrApplicationLabel`.
    public let applicationLabel: [UInt8]
    /// The bytes of this half, in the form of `SecKeyCopyExternalRepresentation`
    /// (`Specification/item-semantics.md`, 6.2).
    public let externalRepresentation: SecretBytes

    let family: any KeyFamily
    let publicBytes: [UInt8]

    private init(
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
        self.family = family
        self.publicBytes = publicBytes
    }
}

extension KeyMaterial {
    /// Reads the external representation of a key.
    ///
    /// - Parameters:
    ///   - externalRepresentation: The bytes, exactly as long as the form says, at most 64 KiB.
    ///   - type: The algorithm; the size is that of the bytes.
    ///   - keyClass: Which half the bytes are.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the bytes are no such key, among them
    ///   points beside the curve and points that do not belong to the scalar.
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
        throw KeychainError(.invalidParameter, reason: "These bytes are no key of this type.")
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
    /// - Parameters:
    ///   - type: The algorithm.
    ///   - sizeInBits: RSA: 1024 to 8192, a multiple of 128. Elliptic curves: 256, 384 or 521.
    ///     ML-KEM: 768 or 1024. ML-DSA: 65 or 87. Others have one size and ignore it.
    /// - Returns: The private half; its ``publicKey`` is the other.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for another type or size.
    public static func generate(
        _ type: KeyType,
        sizeInBits: Int
    ) throws(KeychainError) -> KeyMaterial {
        let families = KeyFamilies.all.filter { $0.type == type.current }
        guard let family = families.first(where: { $0.makes(sizeInBits: sizeInBits) }) else {
            throw KeychainError(
                .invalidParameter,
                reason: families.isEmpty
                    ? "Keys of this type are not supported."
                    : "Keys of this type are not made in this size."
            )
        }
        let key = try family.generate(sizeInBits: sizeInBits)
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
        keyClass == .publicKey ? self : KeyMaterial(publicBytes: publicBytes, family: family)
    }
}

extension KeyMaterial: Hashable {
    /// Keys are equal when class, type and bytes are.
    public static func == (left: KeyMaterial, right: KeyMaterial) -> Bool {
        left.type == right.type && left.keyClass == right.keyClass
            && left.externalRepresentation.matches(right.externalRepresentation)
    }

    /// Feeds what does not depend on the secret into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(applicationLabel) }
}

extension KeyMaterial: CustomStringConvertible {
    /// Type, half and size; never the bytes.
    public var description: String {
        "\(keyClass == .publicKey ? "public" : "private") key of type \(type.rawValue), "
            + "\(sizeInBits) bits"
    }
}
