internal import KeychainEssentials

/// A key type of swift-crypto that reads and writes the external representation of one family.
///
/// The library's types are unrelated to each other. A type that conforms to this protocol gets the
/// conversions of ``KeyConvertible`` from it; `KeyConvertible.swift` lists those types.
protocol RepresentedKey: KeyConvertible {
    /// The family of the key.
    static var family: any KeyFamily { get }
    /// The half of a pair that the type is.
    static var keyClass: KeyClass { get }

    /// Reads the external representation.
    init(externalRepresentation: UnsafeRawBufferPointer) throws
    /// The external representation.
    var externalRepresentation: Data { get }
}

extension RepresentedKey {
    /// Makes the library's key from a key of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(Self.keyClass, Self.family) {
            try Self(externalRepresentation: $0)
        }
    }

    /// The key as a key of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) {
            try KeyMaterial(externalRepresentation, Self.keyClass, Self.family)
        }
    }
}
