@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 6.7: which half an attribute is compared with.
    static let identitySearches = rules {
        for (name, matches, misses) in columnTable {
            row(
                "6.7/\(name)",
                "Identities are searched by \(name).",
                given: [
                    add([.label: "of certificate", .alias: "c"], of: nil).of(mail.object),
                    add([.label: "of key", .applicationTag: "tag", .alias: "k"], of: nil)
                        .of(ann.object),
                ],
                find(matches, of: .identity),
                .finds(1),
                then: [(find(misses, of: .identity), .finds(0))]
            )
        }
        row(
            "6.7/accessible",
            "Accessibility is that of the key.",
            given: pair,
            find([.accessible: "ak"], of: .identity),
            .finds(1),
            then: [(find([.accessible: "dk"], of: .identity), .finds(0))]
        )
        row(
            "6.7/group",
            "The group is that of the key.",
            given: [
                add([.accessGroup: .text(one)], of: nil).of(mail.object),
                add([.accessGroup: .text(two)], of: nil).of(ann.object),
            ],
            find([.accessGroup: .text(two)], of: .identity),
            .finds(1),
            then: [(find([.accessGroup: .text(one)], of: .identity), .finds(0))]
        )
        row(
            "6.7/sync",
            "The set is that of the key.",
            given: [pair[0], add([.synchronizable: 1], of: nil).of(ann.object)],
            find([.synchronizable: 1], of: .identity),
            .finds(1),
            then: [
                (find([.synchronizable: .any], of: .identity), .finds(1)),
                (find([.synchronizable: 0], of: .identity), .finds(0)),
            ]
        )
        row(
            "6.7/label-of-key",
            "A new label of the key changes no search.",
            given: pair + [update(of: .key, to: [.label: "new"])],
            find([.label: "new"], of: .identity),
            .finds(0),
            then: [(find([.label: .text(mail.summary)], of: .identity), .finds(1))]
        )
        row(
            "6.7/label-of-certificate",
            "A new label of the certificate is searched for.",
            given: pair + [update(of: .certificate, to: [.label: "new"])],
            find([.label: "new"], of: .identity),
            .finds(1),
            .has([.label: "new"]),
            then: [(find([.label: .text(mail.summary)], of: .identity), .finds(0))]
        )
        row(
            "6.7/several",
            "Attributes of both halves narrow a search.",
            given: everything,
            find(
                [.applicationLabel: Word(ann.label), .serialNumber: [0x0C]],
                of: .identity,
                returning: .reference
            ),
            .objects([CertificateFixture.site.identity(ann)])
        )
        row(
            "6.7/object",
            "An identity finds only itself.",
            given: everything,
            find(of: nil, returning: .reference).of(mail.identity(ann)),
            .objects([mail.identity(ann)])
        )
        row(
            "6.7/object-of-others",
            "An absent identity is not found.",
            given: everything,
            find(of: nil).of(mail.identity(.eve)),
            .fails(.itemNotFound)
        )
    }

    /// A name, words that match, and words that do not.
    private static let columnTable: [(String, AttributeWords, AttributeWords)] = [
        ("label", [.label: "of certificate"], [.label: "of key"]),
        ("alis", [.alias: "c"], [.alias: "k"]),
        ("klbl", [.applicationLabel: Word(ann.label)], [.applicationLabel: [1]]),
        ("atag", [.applicationTag: "tag"], [.applicationTag: "other"]),
        ("kcls", [.keyClass: "1"], [.keyClass: "0"]),
        ("type", [.type: "73"], [.type: "42"]),
        ("bsiz", [.keySizeInBits: 256], [.keySizeInBits: 384]),
        ("sign", [.canSign: 1], [.canSign: 0]),
        ("priv", [.isPrivate: 1], [.isPrivate: 0]),
        ("crtr", [.creator: 0], [.creator: 1]),
        ("tomb", [.tombstone: 0], [.tombstone: 1]),
        ("issr", [.issuer: mail.word(.issuer)], [.issuer: mail.word(.subject)]),
        ("issr-name", [.issuer: .data(mail.issuerName)], [.issuer: [0x30, 0x00]]),
        ("issr-root", [.certificateType: 3], [.issuer: CertificateFixture.root.word(.issuer)]),
        ("slnr", [.serialNumber: [0x0B]], [.serialNumber: [0x0C]]),
        ("skid", [.subjectKeyID: mail.word(.subjectKeyID)], [.subjectKeyID: [1]]),
        ("subj", [.subject: mail.word(.subject)], [.subject: [1]]),
        ("pkhh", [.publicKeyHash: Word(ann.label)], [.publicKeyHash: [1]]),
        ("ctyp", [.certificateType: 3], [.certificateType: 1]),
        ("cenc", [.certificateEncoding: 3], [.certificateEncoding: 1]),
    ]

    private static let mail = CertificateFixture.mail
    private static let ann = KeyFixture.ann
    private static let pair = [add(of: nil).of(mail.object), add(of: nil).of(ann.object)]
    private static let one = Trial.groups[0]
    private static let two = Trial.groups[1]
}
