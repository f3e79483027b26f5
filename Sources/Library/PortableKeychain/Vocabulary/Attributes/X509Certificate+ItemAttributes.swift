internal import KeychainEssentials

extension X509Certificate {
    /// The item attributes that a certificate determines (item-semantics.md §1.7), without a label.
    package var itemAttributes: ItemAttributes {
        var attributes: ItemAttributes = [
            .certificateType: .number(Int64(version)),
            .certificateEncoding: .number(3),
            .subject: .data(Data(normalizedSubject)),
            .issuer: .data(Data(normalizedIssuer)),
            .serialNumber: .data(Data(serialNumber)),
            .publicKeyHash: .data(Data(publicKeyHash)),
        ]
        attributes[.subjectKeyID] = subjectKeyIdentifier.map { .data(Data($0)) }
        return attributes
    }
}
