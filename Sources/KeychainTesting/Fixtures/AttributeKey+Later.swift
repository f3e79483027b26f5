import PortableKeychain

extension AttributeKey {
    private static func key(_ name: StaticString) -> AttributeKey {
        AttributeKey(code: name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } })
    }
    static let certificateType = key("ctyp")
    static let certificateEncoding = key("cenc")
    static let subject = key("subj")
    static let issuer = key("issr")
    static let serialNumber = key("slnr")
    static let subjectKeyID = key("skid")
    static let publicKeyHash = key("pkhh")
}
