@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 1.7, 2.3 and 6.1: keys and certificates as objects instead of attributes.
    static let objects = rules {
        addedCertificates
        addedKeys
        row(
            "2.3/attributes-win-label",
            "A label given beside a certificate wins.",
            given: [add([.label: "mine"], of: .certificate).of(CertificateFixture.mail.object)],
            find(of: .certificate),
            .has([.label: "mine"])
        )
        row(
            "2.3/attributes-win-key",
            "Attributes given beside a key win.",
            given: [
                add([.keySizeInBits: 7, .canSign: 0, .isPermanent: 0], of: .key)
                    .of(KeyFixture.ann.object)
            ],
            find(of: .key),
            .has([
                .keySizeInBits: 7, .effectiveKeySize: 256, .canSign: 0, .canDecrypt: 1,
                .isPermanent: 0,
            ])
        )
        row(
            "2.3/attributes-win-serial",
            "A serial number given beside a certificate wins.",
            given: [add([.serialNumber: [9]], of: nil).of(CertificateFixture.mail.object)],
            add(of: nil).of(CertificateFixture.mail.object),
            .succeeds,
            then: [(find(of: .certificate), .finds(2))]
        )
        row(
            "2.3/tag",
            "A tag given beside a key is kept, and makes another item.",
            given: [
                add([.applicationTag: "one"], of: .key).of(KeyFixture.ann.object),
                add([.applicationTag: "two"], of: .key).of(KeyFixture.ann.object),
            ],
            find([.applicationTag: "two"], of: .key),
            .finds(1),
            then: [
                (find(of: .key), .finds(2)),
                (add([.applicationTag: "two"], of: .key).of(KeyFixture.ann.object), duplicate),
            ]
        )
        row(
            "2.3/halves",
            "Both halves of a pair are two items with one label.",
            given: [add(of: nil).of(KeyFixture.ann.object)],
            add(of: nil).of(KeyFixture.annPublic.object),
            .succeeds,
            then: [
                (find([.applicationLabel: Word(KeyFixture.ann.label)], of: .key), .finds(2)),
                (find([.keyClass: "0"], of: .key), .finds(1)),
                (find([.keyClass: "1"], of: .key), .finds(1)),
            ]
        )
        for (verb, request) in otherClasses {
            row(
                "2.3/identity-\(verb)",
                "An identity does not match a key or a certificate.",
                given: [add(of: nil).of(CertificateFixture.mail.identity(.ann))],
                request.of(CertificateFixture.mail.identity(.ann)),
                .fails(.invalidParameter)
            )
        }
    }

    private static let duplicate = Expectation.fails(.duplicateItem)

    private static let otherClasses = [
        ("key", find(of: .key)), ("certificate", find(of: .certificate)),
        ("delete", delete(of: .key)), ("add", add(of: .certificate)),
    ]

    private static let addedCertificates = rules {
        for fixture in CertificateFixture.all {
            let words = AttributeWords(fixture.attributes)
            row(
                "1.7/derived-\(fixture.summary)",
                "The attributes of the certificate \(fixture.summary).",
                given: [add(of: .certificate).of(fixture.object)],
                find(of: .certificate),
                .finds(1),
                .has(words.with([.label: .text(fixture.summary), .accessible: "dk"])),
                .lacks([.alias]),
                then: [
                    (
                        find(of: .certificate, limit: nil, returning: .data),
                        .payload(fixture.der)
                    ),
                    (find(words, of: .certificate), .finds(1)),
                ]
            )
            row(
                "2.4/object-cert-\(fixture.summary)",
                "The certificate \(fixture.summary) comes back as an object.",
                given: [add(of: nil).of(fixture.object)],
                find(of: .certificate, limit: nil, returning: .reference),
                .shape(.single, items: 1),
                .parts(.reference),
                .objects([fixture.object])
            )
            row(
                "2.3/find-cert-\(fixture.summary)",
                "The certificate \(fixture.summary) finds only itself.",
                given: CertificateFixture.all.map { add(of: nil).of($0.object) },
                find([.label: .text(fixture.summary)], of: nil).of(fixture.object),
                .finds(1),
                .has([.label: .text(fixture.summary)]),
                then: [
                    (find(of: .certificate).of(fixture.object), .finds(1)),
                    (find([.label: "x"], of: .certificate).of(fixture.object), .finds(0)),
                    (delete(of: nil).of(fixture.object), .succeeds),
                    (find(of: nil).of(fixture.object), .finds(0)),
                    (find(of: .certificate), .finds(CertificateFixture.all.count - 1)),
                    (delete(of: .certificate).of(fixture.object), .fails(.itemNotFound)),
                ]
            )
        }
        row(
            "2.3/same-certificate",
            "A certificate is stored once.",
            given: [add(of: nil).of(CertificateFixture.mail.object)],
            add([.label: "other"], of: nil).of(CertificateFixture.mail.object),
            .fails(.duplicateItem)
        )
        row(
            "2.3/update-certificate",
            "A certificate object selects the item to update.",
            given: [
                add(of: nil).of(CertificateFixture.mail.object),
                add(of: nil).of(CertificateFixture.site.object),
            ],
            update(of: nil, to: [.label: "new"]).of(CertificateFixture.mail.object),
            .succeeds,
            then: [
                (
                    find([.label: "new"], of: .certificate, returning: .reference),
                    .objects([CertificateFixture.mail.object])
                )
            ]
        )
        row(
            "2.3/foreign",
            "Attributes beside a certificate are those of certificates.",
            add([.applicationTag: "x"], of: nil).of(CertificateFixture.mail.object),
            .fails(.noSuchAttribute),
            then: [(find([.keyClass: 1], of: nil).of(CertificateFixture.mail.object), noSuch)]
        )
    }

    private static let noSuch = Expectation.fails(.noSuchAttribute)

    private static let addedKeys = rules {
        for (name, fixture) in keyTable {
            row(
                "6.1/\(name)",
                "The attributes of the key \(name).",
                given: [add(of: .key).of(fixture.object)],
                find(of: .key),
                .finds(1),
                .has(AttributeWords(fixture.attributes).with([.accessible: "ak"])),
                .lacks([.label, .alias]),
                then: [
                    (find(of: .key), .has([.applicationTag: "", .creator: 0])),
                    (find(of: .key, limit: nil, returning: .data), .payload(fixture.bytes)),
                    (find(AttributeWords(fixture.attributes), of: .key), .finds(1)),
                ]
            )
            row(
                "2.4/object-keys-\(name)",
                "The key \(name) comes back as an object.",
                given: [add(of: nil).of(fixture.object)],
                find(of: .key, limit: nil, returning: .reference),
                .shape(.single, items: 1),
                .parts(.reference),
                .objects([fixture.object])
            )
            row(
                "2.3/find-keys-\(name)",
                "The key \(name) finds only itself.",
                given: keyTable.map { add(of: nil).of($0.1.object) },
                find(of: nil, returning: .reference).of(fixture.object),
                .objects([fixture.object]),
                then: [
                    (delete(of: .key).of(fixture.object), .succeeds),
                    (find(of: nil).of(fixture.object), .finds(0)),
                    (find(of: .key), .finds(keyTable.count - 1)),
                    (update(of: .key, to: [:]).of(fixture.object), .fails(.itemNotFound)),
                ]
            )
        }
        for key in unsearched {
            ConformanceRule(
                "2.3/unsearched-\(key.name)",
                "\(key.name) of a key object is not searched for, updated or deleted by."
            ) { trial in
                let other: Word = KeyFixture.ann.attributes[key] == .number(1) ? 0 : 1
                let object = KeyFixture.ann.object
                try trial.given(add([key: other], of: .key).of(object))
                try trial.expect(find(of: .key).of(object), .finds(1), .has([key: other]))
                try trial.expect(update(of: .key, to: [.label: "x"]).of(object), .succeeds)
                let own = KeyFixture.ann.attributes[key].map { Word($0) } ?? 0
                try trial.expect(find([key: own], of: .key).of(object), .fails(.itemNotFound))
                try trial.expect(delete([key: own], of: .key).of(object), .fails(.itemNotFound))
                try trial.expect(delete(of: .key).of(object), .succeeds)
            }
        }
        for key in [AttributeKey.isPrivate, .isModifiable, .isExtractable, .isSensitive] {
            row(
                "2.3/searched-\(key.name)",
                "\(key.name) of a key object is searched for.",
                given: [
                    add([key: KeyFixture.ann.attributes[key] == .number(1) ? 0 : 1], of: .key)
                        .of(KeyFixture.ann.object)
                ],
                find(of: .key).of(KeyFixture.ann.object),
                .fails(.itemNotFound)
            )
        }
        row(
            "2.3/payload-ignored",
            "A search by object does not compare payloads.",
            given: [add(AttributeWords(KeyFixture.ann.attributes), of: .key, payload: [1])],
            find(of: nil, limit: nil, returning: .data).of(KeyFixture.ann.object),
            .payload([1])
        )
    }

    private static let keyTable: [(String, KeyFixture)] = [
        ("ann", .ann), ("ann-public", .annPublic), ("bob", .bob), ("rsa", .rsa),
        ("ed25519", .ed25519),
    ]

    private static let unsearched: [AttributeKey] = [
        .isPermanent, .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canSignRecover,
        .canVerifyRecover, .canWrap, .canUnwrap,
    ]
}

extension KeyFixture {
    /// The digest that ties the halves together.
    var label: AttributeValue { attributes[.applicationLabel] ?? .number(0) }
}
