/// A key in memory.
public final class KeyMaterial: Sendable {
    /// The algorithm family.
    public let type: KeyType
    /// Which half it is.
    public let keyClass: KeyClass
    /// The size in bits; the parameter set for ML-KEM and ML-DSA.
    public let sizeInBits: Int
    private let bytes: SecretBuffer

    /// Reads the external representation of a key.
    public init(
        externalRepresentation: SecretBuffer,
        type: KeyType,
        keyClass: KeyClass
    ) throws(KeychainError) {
        throw KeychainError(.unimplemented)
    }

    /// Makes a new private key.
    public static func generate(_ type: KeyType, sizeInBits: Int) throws(KeychainError)
        -> KeyMaterial
    {
        throw KeychainError(.unimplemented)
    }

    /// The external representation (item-semantics.md §6.2).
    public var externalRepresentation: SecretBuffer { bytes }

    /// The public half; a public key itself.
    public var publicKey: KeyMaterial { self }

    /// The digest that ties both halves together, `kSecAttrApplicationLabel`.
    public var applicationLabel: [UInt8] { [] }

    /// The attributes that the key says of itself (item-semantics.md §6.1).
    package var itemAttributes: ItemAttributes { [:] }
}

extension KeyMaterial: Hashable {
    /// Keys are equal when class, type and bytes are.
    public static func == (left: KeyMaterial, right: KeyMaterial) -> Bool {
        left.type == right.type && left.keyClass == right.keyClass
            && left.bytes.matches(right.bytes)
    }

    /// Feeds what does not depend on the secret into the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(applicationLabel) }
}
