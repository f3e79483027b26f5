public import AppleVocabulary

/// A public or private key on a curve.
public protocol ECCKey: AsymmetricKey where Family == Crypto.ECC {}

extension ECCKey {
    /// Keys on curves encrypt any length at once: `nil`.
    public func maxPlainTextLength(for algorithm: Crypto.ECC.EncryptionAlgorithm) -> Int? { nil }
}

extension ECCKey where Self: X963Convertible & DefinesSecKeyClass & ConvertibleToSecKey {
    /// The key as the Security framework has it, for types that give their bytes.
    ///
    /// - Precondition: ``X963Convertible/x963Representation`` is a key of this class on a curve
    ///   that the system has.
    public var secKey: SecKey { valid { try .reading(x963Representation, Self.secKeyClass) } }
}

extension ECCKey where Self: ConvertibleToSecKey {
    /// The key in X9.63, for types that give an object; a copy, which nothing zeroes.
    ///
    /// - Precondition: The key is in memory, not in hardware.
    public var x963Representation: Data { valid { try secKeyExternalRepresentation() } }
}

extension ECCKey where Self: CreateableFromSecKey & DefinesSecKeyClass {
    /// Reads a key in X9.63.
    ///
    /// - Parameter x963Representation: The bytes; their length determines the curve.
    /// - Throws: An error with the code `errSecParam` if the bytes are not a valid key of this
    ///   type.
    public init(x963Representation: some ContiguousBytes) throws {
        try self.init(secKey: .reading(x963Representation, Self.secKeyClass))
    }
}
