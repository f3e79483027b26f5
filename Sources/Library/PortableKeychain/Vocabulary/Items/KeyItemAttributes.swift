internal import KeychainEssentials

/// A kind of item with the attributes of a key: ``KeyItem`` and ``IdentityItem``.
public protocol KeyItemAttributes: KeychainItem {}

extension KeyItemAttributes {
    /// The name that your program gives the key, `kSecAttrApplicationTag`, as text.
    ///
    /// It is stored as UTF-8 bytes, as Apple's documentation recommends.
    public var tag: String? {
        get { attributes[text: .applicationTag].flatMap { $0.isEmpty ? nil : $0 } }
        set { tagBytes = newValue.map { Array($0.utf8) } }
    }

    /// The name that your program gives the key, as bytes.
    public var tagBytes: [UInt8]? {
        get { attributes[bytes: .applicationTag].map { Array($0) } }
        set { attributes[bytes: .applicationTag] = newValue.map { .init($0) } }
    }

    /// Whether it is a public or a private key, `kSecAttrKeyClass`.
    public var keyClass: KeyClass? {
        attributes[decimal: .keyClass].flatMap(KeyClass.init(rawValue:))
    }

    /// The algorithm, `kSecAttrKeyType`.
    public var keyType: KeyType? { attributes[decimal: .type].map(KeyType.init(rawValue:)) }

    /// The size in bits, `kSecAttrKeySizeInBits`.
    public var sizeInBits: Int? { attributes[number: .keySizeInBits] }

    /// The SHA-1 of the public key, `kSecAttrApplicationLabel`: equal in both halves of a pair and
    /// in its certificates.
    public var applicationLabel: [UInt8]? { attributes[bytes: .applicationLabel].map { Array($0) } }

    /// The token that holds the private key, `kSecAttrTokenID`: `com.apple.setoken`; `nil` for a key
    /// in the keychain.
    public var tokenID: String? {
        attributes[text: .tokenID].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether it can sign, `kSecAttrCanSign`.
    public var canSign: Bool { attributes[flag: .canSign] ?? false }

    /// Whether it can verify signatures, `kSecAttrCanVerify`.
    public var canVerify: Bool { attributes[flag: .canVerify] ?? false }

    /// Whether it can encrypt, `kSecAttrCanEncrypt`.
    public var canEncrypt: Bool { attributes[flag: .canEncrypt] ?? false }

    /// Whether it can decrypt, `kSecAttrCanDecrypt`.
    public var canDecrypt: Bool { attributes[flag: .canDecrypt] ?? false }

    /// Whether it can derive a shared secret, `kSecAttrCanDerive`.
    public var canDerive: Bool { attributes[flag: .canDerive] ?? false }
}

extension ItemAttributes {
    /// A value that callers write as decimal text and keychains store as a number.
    fileprivate subscript(decimal key: AttributeKey) -> String? {
        self[number: key].map { String($0) } ?? self[text: key]
    }
}
