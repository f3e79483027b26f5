@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.4: live objects in answers.
    static let objectResults = rules {
        for (name, itemClass, object) in subjects {
            for (flags, parts) in shapes {
                row(
                    "2.4/\(name)-\(parts.rawValue)",
                    "A search for a \(name) returns exactly the requested parts.",
                    given: [add(of: nil).of(object)],
                    find(of: itemClass, limit: nil, returning: flags),
                    .shape(flags.isEmpty ? .none : .single, items: flags.isEmpty ? 0 : 1),
                    .parts(parts),
                    then: [(find(of: itemClass, returning: flags), .parts(parts))]
                )
                row(
                    "2.4/\(name)-added-\(parts.rawValue)",
                    "An add of a \(name) returns exactly the requested parts.",
                    add(of: nil, returning: flags).of(object),
                    .shape(flags.isEmpty ? .none : .single, items: flags.isEmpty ? 0 : 1),
                    .parts(parts)
                )
            }
            row(
                "2.4/\(name)-added-object",
                "An add returns the \(name) that it was given.",
                add(of: nil, returning: .reference).of(object),
                .objects([object])
            )
        }
        row(
            "2.4/list-of-objects",
            "A list holds the objects of all matches.",
            given: CertificateFixture.all.map { add(of: nil).of($0.object) },
            find(of: .certificate, returning: .reference),
            .shape(.list, items: CertificateFixture.all.count),
            .objects(CertificateFixture.all.map(\.object)),
            then: [
                (
                    find(of: .certificate, limit: .atMost(2), returning: .reference),
                    .shape(.list, items: 2)
                )
            ]
        )
        for (name, request) in malformed {
            row(
                "2.4/no-object-\(name)",
                "No object is made of \(name): a read of it alone fails.",
                given: [request],
                find(of: request.itemClass, returning: [.reference, .attributes]),
                .shape(.list, items: 1),
                .parts(.attributes),
                then: [
                    (
                        find(of: request.itemClass, limit: nil, returning: .reference),
                        .fails(.undecodable)
                    ),
                    (find(of: request.itemClass, returning: .reference), .objects([])),
                ]
            )
        }
        row(
            "2.4/object-without-class",
            "A key that was stored without its class is public.",
            given: [add([.type: "73"], of: .key, payload: KeyFixture.annPublic.bytes)],
            find(of: .key, limit: nil, returning: .reference),
            .objects([KeyFixture.annPublic.object]),
            then: [
                (
                    find(of: .key, returning: [.reference, .attributes]),
                    .objects([KeyFixture.annPublic.object])
                )
            ]
        )
        row(
            "2.4/object-from-attributes",
            "An object is made of an item that was stored by attributes.",
            given: [
                add(
                    [.keyClass: 1, .type: "73"],
                    of: .key,
                    payload: KeyFixture.ann.bytes
                ),
                add(of: .certificate, payload: CertificateFixture.site.der),
            ],
            find(of: .key, returning: .reference),
            .objects([KeyFixture.ann.object]),
            then: [
                (
                    find(of: .certificate, returning: .reference),
                    .objects([CertificateFixture.site.object])
                )
            ]
        )
        row(
            "2.4/object-follows-payload",
            "The object is that of the present payload.",
            given: [
                add(of: nil).of(KeyFixture.ann.object),
                update(of: .key, to: [:], payload: KeyFixture.bob.bytes),
            ],
            find(of: .key, returning: .reference),
            .objects([KeyFixture.bob.object])
        )
        row(
            "2.4/round-trip-object",
            "The attributes of a certificate object find it.",
            given: CertificateFixture.all.map { add(of: nil).of($0.object) },
            find(AttributeWords(CertificateFixture.mail.attributes), of: .certificate),
            .finds(1)
        )
    }

    private static let subjects: [(String, ItemClass, ItemObject)] = [
        ("certificate", .certificate, CertificateFixture.mail.object),
        ("key", .key, KeyFixture.ann.object),
        ("identity", .identity, CertificateFixture.mail.identity(.ann)),
    ]

    private static let shapes: [(ReturnOptions, ReturnOptions)] = [
        [], .data, .attributes, .reference, .persistentReference, [.data, .attributes],
        [.data, .reference], [.data, .persistentReference], [.attributes, .reference],
        [.attributes, .persistentReference], [.reference, .persistentReference],
        [.data, .attributes, .reference], [.attributes, .reference, .persistentReference],
        [.data, .attributes, .reference, .persistentReference],
    ].map { ($0, $0) }

    private static let malformed: [(String, ItemRequest)] = [
        ("a certificate of other bytes", add(of: .certificate, payload: Array("asdf".utf8))),
        ("a certificate without payload", add(of: .certificate)),
        (
            "a certificate cut short",
            add(of: .certificate, payload: Array(CertificateFixture.mail.der.dropLast()))
        ),
        ("a key of other bytes", add([.keyClass: 1, .type: 73], of: .key, payload: [1, 2])),
        ("a key without payload", add([.keyClass: 1, .type: 73], of: .key)),
        ("a key without a type", add([.keyClass: 1], of: .key, payload: KeyFixture.ann.bytes)),
        (
            "a key of an unknown type",
            add([.keyClass: 1, .type: 7], of: .key, payload: KeyFixture.ann.bytes)
        ),
        (
            "a key of another class",
            add([.keyClass: 0, .type: 73], of: .key, payload: KeyFixture.ann.bytes)
        ),
        (
            "a symmetric key",
            add([.keyClass: 2, .type: 73], of: .key, payload: KeyFixture.ann.bytes)
        ),
        (
            "a key cut short",
            add(
                [.keyClass: 1, .type: 73],
                of: .key,
                payload: Array(KeyFixture.ann.bytes.dropLast())
            )
        ),
    ]
}
