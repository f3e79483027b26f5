@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.9 and 6.7: certificates joined with their private keys.
    static let identities = rules {
        joins
        identityAnswers
        for (name, limit, container, count) in limitTable {
            row(
                "6.7/limit-\(name)",
                "The container and number of identities for \(name).",
                given: everything,
                find(of: .identity, limit: limit, returning: .reference),
                .shape(container, items: count)
            )
        }
        row(
            "6.7/limit-0",
            "A limit of 0 finds no identity.",
            given: everything,
            find(of: .identity, limit: .atMost(0)),
            .fails(.itemNotFound)
        )
        row(
            "6.7/limit--2",
            "A negative limit is refused for identities.",
            given: everything,
            find(of: .identity, limit: .atMost(-2)),
            .fails(.invalidParameter)
        )
        for name in ["acct", "svce", "srvr", "desc", "icmt", "invi", "zzzz"] {
            ConformanceRule("1.9/foreign-\(name)", "Neither half of an identity has \(name).") {
                guard let key = AttributeKey(name) else { return }
                for request in everything { try $0.given(request) }
                let words: AttributeWords = [key: "x"]
                try $0.expect(find(words, of: .identity), .fails(.noSuchAttribute))
                try $0.expect(delete(words, of: .identity), .fails(.noSuchAttribute))
                try $0.expect(
                    update(words, of: .identity, to: [.label: "x"]),
                    .fails(.noSuchAttribute)
                )
                try $0.expect(update(of: .identity, to: words), .fails(.noSuchAttribute))
            }
        }
        row(
            "1.9/no-items",
            "No identity is stored by attributes.",
            add([.label: "x"], of: .identity, payload: [1]),
            .fails(.invalidParameter)
        )
    }

    /// Two identities of one key, one of another, and items that belong to none.
    static let everything: [ItemRequest] =
        CertificateFixture.all.map { add(of: nil).of($0.object) }
        + [KeyFixture.ann, .annPublic, .bob, .eve].map { add(of: nil).of($0.object) }

    private static let mail = CertificateFixture.mail
    private static let ann = KeyFixture.ann
    private static let pair = [add(of: nil).of(mail.object), add(of: nil).of(ann.object)]
    private static let one = Trial.groups[0]
    private static let two = Trial.groups[1]

    private static let limitTable: [(String, MatchLimit?, ItemAnswer.Container, Int)] = [
        ("absent", nil, .single, 1), ("one", .one, .single, 1), ("1", .atMost(1), .single, 1),
        ("all", .all, .list, 3), ("2", .atMost(2), .list, 2), ("1000", .atMost(1000), .list, 3),
    ]

    private static let joins = rules {
        for (name, requests, count) in joinTable {
            row(
                "6.7/join-\(name)",
                "Identities of \(name): \(count).",
                given: requests,
                find(of: .identity),
                .finds(count),
                then: [
                    (
                        find(of: .identity, limit: nil, returning: []),
                        count == 0 ? .fails(.itemNotFound) : .shape(.none, items: 0)
                    )
                ]
            )
        }
        row(
            "6.7/all",
            "Every certificate with its private key is an identity.",
            given: everything,
            find(of: .identity, returning: .reference),
            .objects([
                mail.identity(ann), CertificateFixture.site.identity(ann),
                CertificateFixture.old.identity(.bob),
            ])
        )
        ConformanceRule("6.7/groups", "A caller sees both halves, or no identity.") { trial in
            let both = ["one", "two"]
            try trial.given(add([.accessGroup: "one"], of: nil).of(mail.object), as: both)
            try trial.given(add([.accessGroup: "two"], of: nil).of(ann.object), as: both)
            try trial.expect(find(of: .identity), .fails(.itemNotFound), as: ["one"])
            try trial.expect(find(of: .identity), .fails(.itemNotFound), as: ["two"])
            try trial.expect(find(of: .identity), .finds(1), as: both)
            try trial.expect(find(of: .identity), .finds(1), as: ["three", "*"])
        }
        ConformanceRule("6.7/two-keys", "A key in two groups makes two identities.") { trial in
            let both = ["one", "two"]
            try trial.given(add([.accessGroup: "one"], of: nil).of(mail.object), as: both)
            for group in both {
                try trial.given(add([.accessGroup: .text(group)], of: nil).of(ann.object), as: both)
            }
            try trial.expect(find(of: .identity), .finds(2), as: both)
            try trial.expect(find(of: .identity), .finds(1), as: ["one"])
            try trial.expect(find(of: .identity), .finds(0), as: ["two"])
        }
        ConformanceRule("6.7/later", "An identity exists while both of its halves do.") { trial in
            try trial.given(pair[0])
            try trial.expect(find(of: .identity), .finds(0))
            try trial.given(pair[1])
            try trial.expect(find(of: .identity), .finds(1))
            try trial.given(update(of: .key, to: [.applicationLabel: [1]]))
            try trial.expect(find(of: .identity), .finds(0))
            try trial.given(update(of: .certificate, to: [.publicKeyHash: [1]]))
            try trial.expect(find(of: .identity), .finds(1))
            try trial.given(delete(of: .certificate))
            try trial.expect(find(of: .identity), .finds(0))
        }
    }

    private static let joinTable: [(String, [ItemRequest], Int)] = [
        ("nothing", [], 0),
        ("a certificate alone", [pair[0]], 0),
        ("a key alone", [pair[1]], 0),
        ("both halves", pair, 1),
        ("both halves, the key first", pair.reversed(), 1),
        ("a certificate and the public key", [pair[0], add().of(KeyFixture.annPublic)], 0),
        ("a certificate and another key", [pair[0], add().of(KeyFixture.bob)], 0),
        (
            "two certificates of one key", pair + [add(of: nil).of(CertificateFixture.site.object)],
            2
        ),
        (
            "attributes alone",
            [
                add([.publicKeyHash: [7]], of: .certificate),
                add([.applicationLabel: [7], .keyClass: 1], of: .key),
            ], 1
        ),
        (
            "a private key that says it is not private",
            [pair[0], add([.isPrivate: 0], of: nil).of(ann.object)], 1
        ),
        (
            "a symmetric key",
            [pair[0], add([.keyClass: 2], of: nil).of(ann.object)], 0
        ),
        ("halves without digests", [add(of: .certificate), add([.keyClass: 1], of: .key)], 0),
        (
            "one key with two tags",
            pair + [add([.applicationTag: "second"], of: nil).of(ann.object)], 2
        ),
        (
            "a synchronized key",
            [pair[0], add([.synchronizable: 1], of: nil).of(ann.object)], 0
        ),
        (
            "a synchronized certificate",
            [add([.synchronizable: 1], of: nil).of(mail.object), pair[1]], 1
        ),
        (
            "a deleted key's tombstone",
            [
                pair[0], add([.synchronizable: 1], of: nil).of(ann.object),
                delete([.synchronizable: .any], of: .key),
            ], 0
        ),
    ]

    private static let identityAnswers = rules {
        row(
            "6.7/overlay",
            "Attributes of the certificate take precedence over those of the key.",
            given: [
                add([.label: "of certificate"], of: nil).of(mail.object),
                add(
                    [.label: "of key", .applicationTag: "tag", .accessGroup: .text(two)],
                    of: nil
                ).of(ann.object),
            ],
            find(of: .identity),
            .finds(1),
            .has(
                AttributeWords(ann.attributes).with(AttributeWords(mail.attributes))
                    .with([
                        .label: "of certificate", .applicationTag: "tag", .accessible: "dk",
                        .accessGroup: .text(one), .accessControl: .plain(.always),
                    ])
            )
        )
        ConformanceRule("6.7/certdata", "Attributes bring the certificate in DER.") { trial in
            for request in pair { try trial.given(request) }
            let item = try trial.item(find(of: .identity, limit: nil))
            trial.equal(item.certificate, mail.der, "certificate")
            trial.equal(item.itemClass, .identity, "class")
            let bare = try trial.item(find(of: .identity, limit: nil, returning: .data))
            trial.equal(bare.certificate == nil, true, "absence of the certificate:")
        }
        row(
            "6.7/data",
            "The data of an identity is its private key.",
            given: pair,
            find(of: .identity, limit: nil, returning: .data),
            .payload(ann.bytes)
        )
        row(
            "6.7/no-object",
            "Halves that are not a key and a certificate make no object.",
            given: [
                add([.publicKeyHash: [7]], of: .certificate, payload: Array("asdf".utf8)),
                add([.applicationLabel: [7], .keyClass: 1], of: .key, payload: [1]),
            ],
            find(of: .identity, returning: [.reference, .attributes]),
            .shape(.list, items: 1),
            .parts(.attributes)
        )
    }
}

extension ItemRequest {
    fileprivate func of(_ fixture: KeyFixture) -> ItemRequest {
        with {
            $0.itemClass = nil
            $0.object = fixture.object
        }
    }
}

extension CertificateFixture {
    /// One of the known attributes.
    func word(_ key: AttributeKey) -> Word { Word(attributes[key] ?? .number(0)) }
}
