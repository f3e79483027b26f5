#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension ClassSchema {
    /// Certificates.
    ///
    /// What is in them is public, so they are always readable unless somebody says otherwise.
    static let certificate = ClassSchema(
        .certificate,
        accessibility: .always,
        lookups: [.publicKeyHash, .serialNumber, .label],
        [
            AttributeRule(
                key: .certificateType,
                kind: .number,
                isPrimaryKey: true,
                standard: .number(0)
            ),
            AttributeRule(
                key: .issuer,
                kind: .data,
                isPrimaryKey: true,
                standard: .data(Data())
            ),
            AttributeRule(
                key: .serialNumber,
                kind: .data,
                isPrimaryKey: true,
                standard: .data(Data())
            ),
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
            AttributeRule(
                key: .keyClass,
                kind: .number,
                isPrimaryKey: true,
                standard: .number(0)
            ),
            AttributeRule(
                key: .applicationLabel,
                kind: .data,
                isPrimaryKey: true,
                standard: .data(Data())
            ),
            AttributeRule(
                key: .applicationTag,
                kind: .blob,
                isPrimaryKey: true,
                standard: .string("")
            ),
        ]
            + [.creator, .type, .keySizeInBits, .effectiveKeySize].map {
                AttributeRule(key: $0, kind: .number, isPrimaryKey: true, standard: .number(0))
            }
            + [.startDate, .endDate].map {
                AttributeRule(
                    key: $0,
                    kind: .date,
                    isPrimaryKey: true,
                    standard: .date(Date(timeIntervalSinceReferenceDate: 0))
                )
            }
            + [
                .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive,
                .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive,
                .canSign, .canVerify, .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
            ].map { AttributeRule(key: $0, kind: .number) }
            + [AttributeRule(key: .alias, kind: .blob)]
    )
}
