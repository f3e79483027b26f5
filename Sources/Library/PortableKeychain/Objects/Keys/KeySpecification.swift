/// The kind of key to make: an algorithm with its size or parameter set.
///
/// ```swift
/// let key = try KeyMaterial.generate(.rsa(bits: 4096))
/// ```
///
/// Use it where a key is made. A key that exists has a ``KeyMaterial/type`` and a size, which
/// follow from its bytes. ``ed25519`` and ``p256`` sign, ``x25519`` and ``p256`` agree on secrets;
/// ``rsa(bits:)`` is for peers that support no other kind. The post-quantum kinds are not offered
/// on Apple's platforms, where this library's own engine lacks them.
public struct KeySpecification: Hashable, Sendable {
    /// The algorithm.
    public let type: KeyType
    /// The size in bits, or the number of a parameter set, as `kSecAttrKeySizeInBits` states it.
    package let sizeInBits: Int

    private init(_ type: KeyType, _ sizeInBits: Int) {
        self.type = type
        self.sizeInBits = sizeInBits
    }

    /// The NIST curve P-256, for ECDSA signatures and ECDH key agreement.
    public static let p256 = KeySpecification(.ellipticCurve, 256)
    /// The NIST curve P-384, for ECDSA signatures and ECDH key agreement.
    public static let p384 = KeySpecification(.ellipticCurve, 384)
    /// The NIST curve P-521, for ECDSA signatures and ECDH key agreement.
    public static let p521 = KeySpecification(.ellipticCurve, 521)
    /// Ed25519 signatures (RFC 8032).
    public static let ed25519 = KeySpecification(.ed25519, 256)
    /// X25519 key agreement (RFC 7748).
    public static let x25519 = KeySpecification(.x25519, 256)
    /// ML-KEM key encapsulation with the parameter set ML-KEM-768 (FIPS 203).
    public static let mlKEM768 = KeySpecification(.mlKEM, 768)
    /// ML-KEM key encapsulation with the parameter set ML-KEM-1024 (FIPS 203).
    public static let mlKEM1024 = KeySpecification(.mlKEM, 1024)
    /// ML-DSA signatures with the parameter set ML-DSA-65 (FIPS 204).
    public static let mlDSA65 = KeySpecification(.mlDSA, 65)
    /// ML-DSA signatures with the parameter set ML-DSA-87 (FIPS 204).
    public static let mlDSA87 = KeySpecification(.mlDSA, 87)

    /// RSA signatures and encryption (RFC 8017).
    ///
    /// - Parameter bits: The size of the modulus: 1024 to 8192 and a multiple of 128. Keys of less
    ///   than 2048 bits are no longer recommended (NIST SP 800-131A).
    /// - Returns: The specification; ``KeyMaterial/generate(_:)`` refuses other sizes.
    public static func rsa(bits: Int) -> KeySpecification { KeySpecification(.rsa, bits) }
}

extension KeySpecification {
    /// Translates Apple's two numbers.
    ///
    /// - Parameters:
    ///   - type: The algorithm; the old number of elliptic curves means the current one.
    ///   - sizeInBits: RSA: 1024 to 8192, a multiple of 128. Elliptic curves: 256, 384 or 521.
    ///     ML-KEM: 768 or 1024. ML-DSA: 65 or 87. Others have one size and ignore it.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for another type or size.
    package init(type: KeyType, sizeInBits: Int) throws(KeychainError) {
        let hasOneSize = type == .ed25519 || type == .x25519
        self.init(type.current, hasOneSize ? 256 : sizeInBits)
        _ = try family
    }

    /// The family that makes such keys.
    var family: any KeyFamily {
        get throws(KeychainError) {
            let families = KeyFamilies.all.filter { $0.type == type }
            guard let family = families.first(where: { $0.makes(sizeInBits: sizeInBits) }) else {
                throw KeychainError(
                    .invalidParameter,
                    reason: families.isEmpty ? Self.types : Self.sizes(of: type)
                )
            }
            return family
        }
    }
}

extension KeySpecification {
    /// Whether pairs of this kind do something with an algorithm.
    package func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        (try? family)?.offers(operation, algorithm, sizeInBits: sizeInBits) ?? false
    }
}

/// The alternatives to keys that are refused (item-semantics.md §6.2, 7).
extension KeySpecification {
    static let types = """
        Keys of this type are not supported. Choose RSA, an elliptic curve (P-256, P-384, P-521), \
        Ed25519, X25519, ML-KEM or ML-DSA.
        """

    private static func sizes(of type: KeyType) -> String {
        switch type {
        case .rsa: "RSA keys of this size are not made. Choose 1024 to 8192 bits, in steps of 128."
        case .ellipticCurve: "There is no curve of this size here. Choose 256, 384 or 521 bits."
        case .mlKEM: "There is no ML-KEM of this size here. Choose 768 or 1024."
        default: "There is no ML-DSA of this size here. Choose 65 or 87."
        }
    }
}
