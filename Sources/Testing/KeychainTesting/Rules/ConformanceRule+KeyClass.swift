@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.4 and 1.8: keys as attributes.
    static let keyClass = rules {
        tableRules(
            for: ClassTable(
                section: "1.8",
                itemClass: .key,
                bytes: .applicationTag,
                key: [
                    (.keyClass, 0, 1), (.applicationLabel, [1], [2]), (.applicationTag, "a", [2]),
                    (.creator, 1, 2), (.type, 42, 73), (.keySizeInBits, 256, 384),
                    (.effectiveKeySize, 256, 384), (.startDate, .date(10), .date(20)),
                    (.endDate, .date(10), .date(20)),
                ] + ClassTable.commonKey,
                other: keyFlags.map { ($0, 0, 1) } + ClassTable.commonOther,
                defaults: [
                    .keyClass: 0, .applicationLabel: [], .applicationTag: "", .creator: 0,
                    .type: 0, .keySizeInBits: 0, .effectiveKeySize: 0, .startDate: .date(0),
                    .endDate: .date(0),
                ]
            )
        )
        row(
            "1.8/accessible",
            "A key can be read while unlocked by default.",
            given: [add(of: .key)],
            find(of: .key),
            .has([.accessible: "ak", .accessControl: .plain(.whenUnlocked)])
        )
        row(
            "1.8/any-payload",
            "The payload of a key stored by its attributes is not checked.",
            given: [add(of: .key, payload: [1, 2, 3])],
            find(of: .key, limit: nil, returning: .data),
            .payload([1, 2, 3]),
            then: [(find(of: .key), .has([.keyClass: 0]))]
        )
        row(
            "1.8/symmetric",
            "A symmetric key is kept by its attributes.",
            given: [
                add([.keyClass: "2", .applicationLabel: [7]], of: .key, payload: [1, 2])
            ],
            find([.keyClass: "2"], of: .key),
            .finds(1),
            .has([.keyClass: 2, .applicationLabel: [7]])
        )
        for (key, text, number) in decimals {
            row(
                "1.8/number-\(key.name)-\(number)",
                "\(key.name) is a number in answers, though its names are text.",
                given: [add([key: text], of: .key)],
                find([key: text], of: .key),
                .finds(1),
                .has([key: number]),
                then: [
                    (find([key: number], of: .key), .finds(1)),
                    (add([key: number], of: .key), .fails(.duplicateItem)),
                ]
            )
        }
        row(
            "1.8/no-flags",
            "Flags that were not set are absent.",
            given: [add(of: .key)],
            find(of: .key),
            .lacks(keyFlags)
        )
    }

    /// The permitted uses and the history of a key.
    static let keyFlags: [AttributeKey] = [
        .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive,
        .isExtractable, .wasNeverExtractable, .canEncrypt, .canDecrypt, .canDerive, .canSign,
        .canVerify, .canSignRecover, .canVerifyRecover, .canWrap, .canUnwrap,
    ]

    private static let decimals: [(AttributeKey, Word, Word)] = [
        (.keyClass, "0", 0), (.keyClass, "1", 1), (.type, "42", 42), (.type, "73", 73),
        (.type, "105", 105), (.type, "106", 106), (.keySizeInBits, "256", 256),
    ]
}
