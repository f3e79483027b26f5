extension ClassSchema {
    /// Certificates.
    ///
    /// Their content is public, so they are always readable by default.
    static let certificate = ClassSchema(
        .certificate,
        accessibility: .always,
        lookups: [.publicKeyHash, .serialNumber, .label],
        [
            AttributeRule(key: .certificateType, kind: .number),
            AttributeRule(key: .issuer, kind: .name),
            AttributeRule(key: .serialNumber, kind: .data),
            AttributeRule(key: .certificateEncoding, kind: .number),
            AttributeRule(key: .subject, kind: .data),
            AttributeRule(key: .subjectKeyID, kind: .data),
            AttributeRule(key: .publicKeyHash, kind: .data),
            AttributeRule(key: .alias, kind: .blob),
        ]
    )

    /// Keys.
    static let key = ClassSchema(
        .key,
        accessibility: .whenUnlocked,
        lookups: [.applicationLabel, .applicationTag, .label],
        [
            AttributeRule(key: .keyClass, kind: .number),
            AttributeRule(key: .applicationLabel, kind: .data),
            AttributeRule(key: .applicationTag, kind: .blob),
        ]
            + [.creator, .type, .keySizeInBits, .effectiveKeySize].map {
                AttributeRule(key: $0, kind: .number)
            }
            + [.startDate, .endDate].map {
                AttributeRule(key: $0, kind: .date)
            }
            + [
                .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive,
                .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive,
                .canSign, .canVerify, .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
            ].map { AttributeRule(key: $0, kind: .number) }
            + [AttributeRule(key: .alias, kind: .blob)]
    )
}
