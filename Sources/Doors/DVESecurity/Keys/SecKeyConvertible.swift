public import AppleVocabulary
internal import PortableKeychain

/// A type all of whose keys are of one class.
public protocol DefinesSecKeyClass: SendableMetatype {
    /// The class.
    static var secKeyClass: SecKeyClass { get }
}

/// A key that is, or can become, an object of the Security framework.
public protocol ConvertibleToSecKey {
    /// The object.
    var secKey: SecKey { get }
}

/// A key that is made of an object of the Security framework, as searches are.
public protocol CreateableFromSecKey: SendableMetatype {
    /// Creates the key.
    ///
    /// - Parameter secKey: The object.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for a key of another kind.
    init(secKey: SecKey) throws
}

/// A key that becomes an object of the Security framework, and is made of one.
public protocol SecKeyConvertible: ConvertibleToSecKey & CreateableFromSecKey {}

extension ConvertibleToSecKey {
    /// The type and the attributes of a key.
    ///
    /// - Parameter secKey: The key.
    /// - Returns: The class and the attributes; `nil` for those that the key does not have.
    public static func secKeyAttributes(
        for secKey: SecKey
    ) -> (SecKeyClass?, SecKeyAttributes?) {
        guard let attributes = secKey.attributes else { return (nil, nil) }
        return (secKey.keyClass, SecKeyAttributes(secAttributes: attributes))
    }

    /// The type and the attributes of the key.
    public var secKeyAttributes: (SecKeyClass?, SecKeyAttributes?) {
        Self.secKeyAttributes(for: secKey)
    }

    /// The bytes of the key: PKCS #1 for RSA, X9.63 for curves.
    ///
    /// - Returns: A copy, which nothing zeroes; bytes of a private key are a secret.
    /// - Throws: An error for a key in hardware.
    public func secKeyExternalRepresentation() throws -> Data {
        try secKey.externalRepresentation()
    }
}
