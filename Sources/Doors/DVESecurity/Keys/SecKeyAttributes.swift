internal import AppleVocabulary
public import Foundation

/// The attributes of a key, and the names under which it is stored.
public struct SecKeyAttributes: Sendable {
    /// SHA-1 of the public half of a pair, or the label that a program gave a symmetric key,
    /// `kSecAttrApplicationLabel`.
    public let applicationLabel: Data?
    /// The name by which a program finds its key, `kSecAttrApplicationTag`.
    public let applicationTag: String?
    /// The size in bits, `kSecAttrKeySizeInBits`.
    public let keySizeInBits: Int?
    /// The strength in bits, `kSecAttrEffectiveKeySize`.
    public let effectiveKeySize: Int?
    /// The hardware that holds the key, `kSecAttrTokenID`; `nil` for a key in memory.
    public let tokenID: String?

    /// Creates attributes; omitted ones are unknown.
    ///
    /// - Parameters:
    ///   - applicationLabel: SHA-1 of the public half.
    ///   - applicationTag: The name by which a program finds its key.
    ///   - keySizeInBits: The size in bits.
    ///   - effectiveKeySize: The strength in bits.
    ///   - tokenID: The hardware that holds the key.
    public init(
        applicationLabel: Data? = nil,
        applicationTag: String? = nil,
        keySizeInBits: Int? = nil,
        effectiveKeySize: Int? = nil,
        tokenID: String? = nil
    ) {
        self.applicationLabel = applicationLabel
        self.applicationTag = applicationTag
        self.keySizeInBits = keySizeInBits
        self.effectiveKeySize = effectiveKeySize
        self.tokenID = tokenID
    }
}

extension SecKeyAttributes {
    /// Whether the key is held by a Secure Enclave; on Linux, by the keychain's token.
    public var isBackedBySecureEnclave: Bool { tokenID == kSecAttrTokenIDSecureEnclave as String }

    /// Reads the attributes of a key.
    ///
    /// - Parameter secAttributes: The attributes under Apple's names, as `SecKeyCopyAttributes` or
    ///   a search returns them. Values of another type are omitted.
    public init(secAttributes: [String: Any]) {
        let tag = secAttributes[kSecAttrApplicationTag as String]
        self.init(
            applicationLabel: secAttributes[kSecAttrApplicationLabel as String] as? Data,
            applicationTag: tag as? String
                ?? (tag as? Data).flatMap { String(data: $0, encoding: .utf8) },
            keySizeInBits: secAttributes[kSecAttrKeySizeInBits as String] as? Int,
            effectiveKeySize: secAttributes[kSecAttrEffectiveKeySize as String] as? Int,
            tokenID: secAttributes[kSecAttrTokenID as String] as? String
        )
    }
}
