@_spi(Keepers) extension AttributeKey {
    // Certificates (Specification/item-semantics.md, 1.7).
    /// The version of a certificate, 1 to 3, `kSecAttrCertificateType`.
    public static let certificateType = key("ctyp")
    /// The encoding of a certificate, 3 for DER, `kSecAttrCertificateEncoding`.
    public static let certificateEncoding = key("cenc")
    /// The normalized subject of a certificate, `kSecAttrSubject`.
    public static let subject = key("subj")
    /// The normalized issuer of a certificate, `kSecAttrIssuer`.
    public static let issuer = key("issr")
    /// The serial number of a certificate, `kSecAttrSerialNumber`.
    public static let serialNumber = key("slnr")
    /// The subject key identifier extension of a certificate, `kSecAttrSubjectKeyID`.
    public static let subjectKeyID = key("skid")
    /// The SHA-1 of a certificate's public key, `kSecAttrPublicKeyHash`.
    public static let publicKeyHash = key("pkhh")

    /// Packs a literal of four ASCII characters in this file.
    private static func key(_ name: StaticString) -> AttributeKey {
        AttributeKey(code: name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } })
    }
}
