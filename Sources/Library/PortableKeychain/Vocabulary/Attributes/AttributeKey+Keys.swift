@_spi(Keepers) extension AttributeKey {
    // Keys (Specification/item-semantics.md, 1.8).
    /// Whether the key is public or private, `kSecAttrKeyClass`.
    public static let keyClass = key("kcls")
    /// The digest of the public key, equal in both halves of a pair, `kSecAttrApplicationLabel`.
    public static let applicationLabel = key("klbl")
    /// A name by which a program finds its key, `kSecAttrApplicationTag`.
    public static let applicationTag = key("atag")
    /// The size in bits, `kSecAttrKeySizeInBits`.
    public static let keySizeInBits = key("bsiz")
    /// The strength in bits, `kSecAttrEffectiveKeySize`.
    public static let effectiveKeySize = key("esiz")
    /// The first moment at which the key may be used, `kSecAttrStartDate`.
    public static let startDate = key("sdat")
    /// The last moment at which the key may be used, `kSecAttrEndDate`.
    public static let endDate = key("edat")
    /// Whether the key is kept, `kSecAttrIsPermanent`.
    public static let isPermanent = key("perm")
    /// Whether the key is kept encrypted, `kSecAttrIsPrivate`.
    public static let isPrivate = key("priv")
    /// Whether the attributes may change, `kSecAttrIsModifiable`.
    public static let isModifiable = key("modi")
    /// Whether the key leaves the keychain only encrypted, `kSecAttrIsSensitive`.
    public static let isSensitive = key("sens")
    /// Whether the key was sensitive from the start, `kSecAttrWasAlwaysSensitive`.
    public static let wasAlwaysSensitive = key("asen")
    /// Whether the key may leave the keychain, `kSecAttrIsExtractable`.
    public static let isExtractable = key("extr")
    /// Whether the key could never leave the keychain, `kSecAttrWasNeverExtractable`.
    public static let wasNeverExtractable = key("next")
    /// Whether the key encrypts, `kSecAttrCanEncrypt`.
    public static let canEncrypt = key("encr")
    /// Whether the key decrypts, `kSecAttrCanDecrypt`.
    public static let canDecrypt = key("decr")
    /// Whether other keys can be derived from the key, `kSecAttrCanDerive`.
    public static let canDerive = key("drve")
    /// Whether the key signs, `kSecAttrCanSign`.
    public static let canSign = key("sign")
    /// Whether the key verifies signatures, `kSecAttrCanVerify`.
    public static let canVerify = key("vrfy")
    /// Whether the key signs with message recovery, `kSecAttrCanSignRecover`.
    public static let canSignRecover = key("snrc")
    /// Whether the key verifies with message recovery, `kSecAttrCanVerifyRecover`.
    public static let canVerifyRecover = key("vyrc")
    /// Whether the key wraps other keys, `kSecAttrCanWrap`.
    public static let canWrap = key("wrap")
    /// Whether the key unwraps other keys, `kSecAttrCanUnwrap`.
    public static let canUnwrap = key("unwp")
    /// The token's data to use the key, `kSecAttrTokenOID`: no request can name it.
    public static let tokenObject = key("toid")

    /// Packs a literal of four ASCII characters in this file.
    private static func key(_ name: StaticString) -> AttributeKey {
        AttributeKey(code: name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } })
    }
}
