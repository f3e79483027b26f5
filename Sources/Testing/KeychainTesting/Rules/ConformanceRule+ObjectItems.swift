@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Sections 2 to 7 for certificates and keys: they are items like any other.
    static let objectItems = rules {
        for subject in [
            ObjectClass(
                itemClass: .certificate,
                name: .serialNumber,
                own: [.certificateType, .issuer, .serialNumber]
            ),
            ObjectClass(
                itemClass: .key,
                name: .applicationTag,
                own: [
                    .keyClass, .applicationLabel, .applicationTag, .creator, .type, .keySizeInBits,
                    .effectiveKeySize, .startDate, .endDate,
                ]
            ),
        ] {
            references(subject)
            writing(subject)
            graves(subject)
            sharing(subject)
            locked(subject)
        }
    }

    /// A class and the attribute that distinguishes its rows here.
    struct ObjectClass: Sendable {
        var itemClass: ItemClass
        var name: AttributeKey
        var own: Set<AttributeKey>

        var id: String { itemClass.rawValue }

        func words(_ byte: UInt8) -> AttributeWords { [name: .data([byte])] }

        func adding(
            _ byte: UInt8,
            _ more: AttributeWords = [:],
            payload: [UInt8]? = nil
        ) -> ItemRequest {
            add(words(byte).with(more), of: itemClass, payload: payload)
        }
    }

    private static func references(_ subject: ObjectClass) -> [ConformanceRule] {
        rules {
            for (name, changes) in [
                ("label", [.label: "x"]), ("key", subject.words(9)),
                ("group", [.accessGroup: .text(Trial.groups[1])]),
                ("accessible", [.accessible: "dk"]),
                ("sync", [.synchronizable: 1]),
            ] as [(String, AttributeWords)] {
                ConformanceRule(
                    "2.5/\(subject.id)-stable-\(name)",
                    "A new \(name) keeps the reference of an item of class \(subject.id)."
                ) { trial in
                    let reference = try trial.reference(of: subject.adding(1, payload: [5]))
                    try trial.given(update(of: subject.itemClass, to: changes))
                    try trial.expect(find(of: nil).by(reference), .finds(1), .has(changes))
                    try trial.expect(
                        find(of: nil, limit: nil, returning: .data).by(reference),
                        .payload([5])
                    )
                }
            }
            ConformanceRule(
                "2.5/\(subject.id)-writes",
                "References of class \(subject.id) update and delete."
            ) { trial in
                let one = try trial.reference(of: subject.adding(1))
                let two = try trial.reference(of: subject.adding(2))
                try trial.given(update(of: nil, to: [.label: "x"]).by(one))
                try trial.expect(
                    find([.label: "x"], of: subject.itemClass),
                    .finds(1),
                    .has(subject.words(1))
                )
                try trial.given(delete(of: nil).by(two))
                try trial.expect(find(of: nil).by(two), .fails(.itemNotFound))
                try trial.expect(find(of: subject.itemClass), .finds(1))
                try trial.expect(find(of: .genericPassword).by(one), .fails(.noSuchClass))
                try trial.expect(
                    find(subject.words(1), of: subject.itemClass).by(one),
                    .fails(.invalidParameter)
                )
                try trial.expect(add(of: subject.itemClass).by(one), .fails(.invalidParameter))
            }
        }
    }

    private static func writing(_ subject: ObjectClass) -> [ConformanceRule] {
        rules {
            row(
                "3.4/\(subject.id)-key-taken",
                "No update takes the key of another item of class \(subject.id).",
                given: [subject.adding(1), subject.adding(2)],
                update(subject.words(1), of: subject.itemClass, to: subject.words(2)),
                .fails(.duplicateItem)
            )
            row(
                "3.4/\(subject.id)-key-both",
                "Two items of class \(subject.id) do not get one key.",
                given: [subject.adding(1), subject.adding(2)],
                update(of: subject.itemClass, to: subject.words(3)),
                .fails(.duplicateItem)
            )
            row(
                "3.4/\(subject.id)-payload",
                "An update replaces the payload of class \(subject.id).",
                given: [subject.adding(1, [.label: "l"], payload: [1])],
                update(of: subject.itemClass, to: [:], payload: [2, 3]),
                .succeeds,
                then: [
                    (
                        find(of: subject.itemClass, limit: nil, returning: .data), .payload([2, 3])
                    ),
                    (find(of: subject.itemClass), .has(subject.words(1).with([.label: "l"]))),
                ]
            )
            row(
                "3.5/\(subject.id)-class",
                "A delete of class \(subject.id) leaves synchronized items and other classes.",
                given: [
                    subject.adding(1), subject.adding(2), subject.adding(1, [.synchronizable: 1]),
                ] + storedClasses.filter { $0 != subject.itemClass }.map { add(of: $0) },
                delete(of: subject.itemClass),
                .succeeds,
                then: [
                    (find(of: subject.itemClass), .finds(0)),
                    (find([.synchronizable: 1], of: subject.itemClass), .finds(1)),
                ]
                    + storedClasses.filter { $0 != subject.itemClass }.map {
                        (find(of: $0), .finds(1))
                    }
            )
            row(
                "3.5/\(subject.id)-one",
                "A delete in class \(subject.id) removes exactly the matching items.",
                given: [subject.adding(1), subject.adding(2)],
                delete(subject.words(1), of: subject.itemClass),
                .succeeds,
                then: [(find(of: subject.itemClass), .has(subject.words(2)))]
            )
            for (name, scope, count) in [
                ("absent", [:], 1), ("0", [.synchronizable: 0], 1), ("1", [.synchronizable: 1], 2),
                ("any", [.synchronizable: .any], 3),
            ] as [(String, AttributeWords, Int)] {
                row(
                    "2.6/\(subject.id)-\(name)",
                    "The set that a search of class \(subject.id) sees.",
                    given: [
                        subject.adding(1), subject.adding(1, [.synchronizable: 1]),
                        subject.adding(2, [.synchronizable: 1]),
                    ],
                    find(scope, of: subject.itemClass),
                    .finds(count)
                )
            }
        }
    }

    private static func sharing(_ subject: ObjectClass) -> [ConformanceRule] {
        rules {
            ConformanceRule(
                "5/\(subject.id)-invisible",
                "Items of class \(subject.id) in other groups do not exist."
            ) { trial in
                try trial.given(subject.adding(1), as: ["one"])
                try trial.expect(find(of: subject.itemClass), .fails(.itemNotFound), as: ["two"])
                try trial.expect(delete(of: subject.itemClass), .fails(.itemNotFound), as: ["two"])
                try trial.expect(
                    update(of: subject.itemClass, to: [.label: "x"]),
                    .fails(.itemNotFound),
                    as: ["two"]
                )
                try trial.expect(subject.adding(1), .succeeds, as: ["two"])
                try trial.expect(find(of: subject.itemClass), .finds(2), as: ["one", "two"])
                try trial.expect(
                    find([.accessGroup: "three"], of: subject.itemClass),
                    .fails(.missingEntitlement),
                    as: ["one", "two"]
                )
                try trial.expect(
                    update(
                        [.accessGroup: "one"],
                        of: subject.itemClass,
                        to: [.accessGroup: "two"]
                    ),
                    .fails(.duplicateItem),
                    as: ["one", "two"]
                )
                try trial.expect(
                    update(of: subject.itemClass, to: [.accessGroup: "two"]),
                    .fails(.missingEntitlement),
                    as: ["one"]
                )
            }
        }
    }

    private static func locked(_ subject: ObjectClass) -> [ConformanceRule] {
        rules {
            for (name, isClosed) in [("ak", true), ("ck", false), ("dk", false)] {
                ConformanceRule(
                    "7.2/\(subject.id)-locked-\(name)",
                    "The effect of a lock on \(name) in class \(subject.id).",
                    needs: [.locking]
                ) { trial in
                    try trial.session.locking?.setPasscode()
                    trial.forgetKeepers()
                    let accessible: AttributeWords = [.accessible: .text(name)]
                    try trial.given(subject.adding(1, accessible, payload: [1]))
                    try trial.session.locking?.lock()
                    trial.forgetKeepers()
                    let closed = Expectation.fails(.interactionNotAllowed)
                    for flags in [
                        ReturnOptions.data, .attributes, .reference, .persistentReference, [],
                    ] {
                        try trial.expect(
                            find(subject.words(1), of: subject.itemClass, returning: flags),
                            isClosed ? closed : .succeeds
                        )
                    }
                    try trial.expect(
                        subject.adding(1, accessible),
                        isClosed ? closed : .fails(.duplicateItem)
                    )
                    try trial.expect(
                        update(of: subject.itemClass, to: [.label: "x"]),
                        isClosed ? closed : .succeeds
                    )
                    try trial.expect(delete(of: subject.itemClass), .succeeds)
                }
            }
            ConformanceRule(
                "7.2/\(subject.id)-locked-default",
                "The effect of a lock on class \(subject.id) without an explicit protection.",
                needs: [.locking]
            ) { trial in
                try trial.session.locking?.setPasscode()
                trial.forgetKeepers()
                try trial.given(subject.adding(1))
                try trial.session.locking?.lock()
                trial.forgetKeepers()
                try trial.expect(
                    find(of: subject.itemClass),
                    subject.itemClass == .key ? .fails(.interactionNotAllowed) : .finds(1)
                )
            }
        }
    }
}
