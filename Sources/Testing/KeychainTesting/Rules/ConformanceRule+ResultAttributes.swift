@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.4: the attributes that are returned.
    static let resultAttributes = rules {
        for (itemClass, own) in ownKeys {
            row(
                "2.4/exactly-\(itemClass.rawValue)",
                "A search returns the set ones and defaults.",
                given: [add(of: itemClass)],
                find(of: itemClass),
                .hasExactly(
                    own.union(common).union([.tombstone, .multiUser, .accessControl])
                )
            )
            row(
                "2.4/exactly-\(itemClass.rawValue)-added",
                "An add returns fewer attributes than a search.",
                add(of: itemClass, returning: .attributes),
                .hasExactly(own.union(common))
            )
            row(
                "2.4/exactly-\(itemClass.rawValue)-set",
                "Attributes that were set are returned too.",
                given: [add([.label: "l", .alias: "a"], of: itemClass)],
                find(of: itemClass),
                .hasExactly(
                    own.union(common).union([
                        .tombstone, .multiUser, .accessControl, .label, .alias,
                    ])
                )
            )
            roundTrip(itemClass)
        }
        row(
            "2.4/added-accc",
            "An add returns the access control it was given.",
            add([.accessControl: .plain(.always)], returning: .attributes),
            .has([.accessControl: .plain(.always), .accessible: "dk"])
        )
        for accessibility in Accessibility.allCases where accessibility.rawValue != "akpu" {
            row(
                "2.4/accc-\(accessibility.rawValue)",
                "accc stands for pdmn, and pdmn for accc.",
                given: [
                    add([.account: "a", .accessible: .text(accessibility.rawValue)]),
                    add([.account: "b", .accessControl: .plain(accessibility)]),
                ],
                find([.account: "a"]),
                .has([.accessControl: .plain(accessibility)]),
                then: [
                    (
                        find([.account: "b"]),
                        .has([
                            .accessible: .text(accessibility.rawValue),
                            .accessControl: .plain(accessibility),
                        ])
                    )
                ]
            )
        }
        row(
            "2.4/accc-rules",
            "An access control with rules comes back as it was.",
            given: [add([.accessControl: .guarded(.afterFirstUnlock, [])])],
            find(),
            .has([.accessible: "ck", .accessControl: .guarded(.afterFirstUnlock, [])])
        )
        ConformanceRule("2.4/added-same", "An add returns the same as a later search.") { trial in
            let added = try trial.item(add([.account: "a", .label: "l"], returning: .attributes))
            let found = try trial.item(find())
            for (key, value) in added.attributes ?? [:] {
                trial.equal(found.attributes?[key], value, key.name)
            }
        }
    }

    private static let common: Set<AttributeKey> = [
        .accessGroup, .creationDate, .modificationDate, .accessible, .synchronizable, .sha1,
    ]

    private static let ownKeys: [(ItemClass, Set<AttributeKey>)] = [
        (.genericPassword, [.account, .service]),
        (
            .internetPassword,
            [
                .account, .securityDomain, .server, .networkProtocol, .authenticationType, .port,
                .path,
            ]
        ),
        (.certificate, [.certificateType, .issuer, .serialNumber]),
        (
            .key,
            [
                .keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits,
                .effectiveKeySize, .startDate, .endDate,
            ]
        ),
    ]

    /// An attribute of the key that text fits, by class.
    private static func name(of itemClass: ItemClass) -> AttributeKey {
        switch itemClass {
        case .certificate: .issuer
        case .key: .applicationTag
        default: .account
        }
    }

    private static func roundTrip(_ itemClass: ItemClass) -> ConformanceRule {
        ConformanceRule(
            "2.4/round-trip-\(itemClass.rawValue)",
            "The attributes of a search find the item."
        ) { trial in
            let key = name(of: itemClass)
            let (one, two): (Word, Word) = ([0x61], [0x62])
            try trial.given(add([key: one, .label: "l", .alias: 7], of: itemClass))
            try trial.given(add([key: two, .label: "l", .alias: 7], of: itemClass))
            let item = try trial.item(find([key: one], of: itemClass))
            guard let attributes = item.attributes else {
                return trial.report(expected: "attributes", found: "none")
            }
            let words = AttributeWords(attributes)
            try trial.expect(find(words, of: itemClass), .finds(1), .has(words))
            try trial.given(delete(words, of: itemClass))
            try trial.expect(find(of: itemClass), .finds(1), .has([key: two]))
        }
    }
}
