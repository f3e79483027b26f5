internal import AppleVocabulary
internal import Foundation
@_spi(Keepers) internal import PortableKeychain

// Keys as objects of the Security framework, as bytes, and as the library's own.

extension SecKey {
    /// The attributes of the key under Apple's names.
    var attributes: [String: Any]? { SecKeyCopyAttributes(self) as? [String: Any] }

    /// The class of the key.
    var keyClass: SecKeyClass {
        let attributes = attributes ?? [:]
        return SecKeyClass(
            Self.name(attributes[kSecAttrKeyClass as String]),
            Self.name(attributes[kSecAttrKeyType as String]).map { KeyType(rawValue: $0) }
        )
    }

    /// The type and size of the key, never its bytes.
    var summary: String {
        "\(keyClass.words), \(sizeInBits.map { "\($0) bits" } ?? "unknown size")"
    }

    /// The size, if the key has one.
    var sizeInBits: Int? {
        attributes.flatMap { SecKeyAttributes(secAttributes: $0).keySizeInBits }
    }

    /// Whether hardware holds the key.
    var isInSecureEnclave: Bool {
        attributes.map { SecKeyAttributes(secAttributes: $0).isBackedBySecureEnclave } ?? false
    }

    /// The key, when it is of a class.
    ///
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` when it is not.
    func expecting(_ wanted: SecKeyClass) throws -> SecKey {
        guard keyClass == wanted else { throw Crypto.KeyError.invalidSecKey }
        return self
    }

    /// The bytes of the key.
    func externalRepresentation() throws -> Data {
        try Self.reporting { SecKeyCopyExternalRepresentation(self, $0) } as Data
    }

    /// Reads the bytes of a key.
    ///
    /// - Throws: The error of `SecKeyCreateWithData` for bytes that are not a valid key of this
    ///   type.
    static func reading(_ bytes: some ContiguousBytes, _ keyClass: SecKeyClass) throws -> SecKey {
        var attributes: [CFString: Any] = [:]
        for (key, value) in keyClass.attributes {
            if case .string(let name) = value { attributes[key.name as CFString] = name }
        }
        let data = bytes.withUnsafeBytes { bytes in
            bytes.baseAddress.map { NSMutableData(bytes: $0, length: bytes.count) }
        }
        guard let data else { throw CryptoError(status: errSecParam) }
        defer { data.resetBytes(in: NSRange(location: 0, length: data.length)) }
        return try reporting {
            SecKeyCreateWithData(data as CFData, attributes as CFDictionary, $0)
        }
    }

    /// Calls a function that reports failures as Apple's do.
    static func reporting<R>(
        _ function: (UnsafeMutablePointer<Unmanaged<CFError>?>) -> R?
    ) throws -> R {
        var failure: Unmanaged<CFError>?
        if let result = function(&failure) { return result }
        throw failure?.takeRetainedValue() as (any Error)?
            ?? CryptoError(status: errSecInternalError)
    }

    /// A decimal name, which some systems give as a number.
    private static func name(_ object: Any?) -> String? {
        object as? String ?? (object as? NSNumber)?.stringValue
    }
}

extension KeyMaterial {
    /// Takes a key over from the Security framework.
    ///
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for a symmetric key, else the error of
    ///   `SecKeyCopyExternalRepresentation`.
    convenience init(_ key: SecKey) throws {
        let (half, type) =
            switch key.keyClass {
            case .public(let type): (KeyClass.publicKey, type)
            case .private(let type): (KeyClass.privateKey, type)
            case .undefined, .symmetric: throw Crypto.KeyError.invalidSecKey
            }
        var bytes = try key.externalRepresentation()
        defer { bytes.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        try self.init(
            externalRepresentation: SecretBytes(copying: bytes),
            type: type.value,
            keyClass: half
        )
    }

    /// The key as the Security framework has it.
    func secKey() throws -> SecKey {
        let bytes = Crypto.KeyData(externalRepresentation)
        return try .reading(bytes, SecKeyClass(keyClass.rawValue, type))
    }
}
