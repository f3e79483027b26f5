@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.2 and 3.4: storing and changing identities.
    static let identityChanges = rules {
        additionsOfIdentities
        updatesOfIdentities
        for (name, request) in [
            ("search", find([.accessGroup: "strangers"], of: .identity)),
            ("update", update([.accessGroup: "strangers"], of: .identity, to: [.label: "x"])),
            ("delete", delete([.accessGroup: "strangers"], of: .identity)),
            ("add", add([.accessGroup: "strangers"], of: nil).of(mail.identity(.ann))),
            ("move", update(of: .identity, to: [.accessGroup: "strangers"])),
        ] {
            row(
                "5/idnt-stranger-\(name)",
                "Naming a foreign group is refused for identities.",
                given: everything,
                request,
                .fails(.missingEntitlement)
            )
        }
        lockedIdentities
    }

    private static let mail = CertificateFixture.mail
    private static let site = CertificateFixture.site
    private static let duplicate = Expectation.fails(.duplicateItem)
    private static let mailAlone = add(of: nil).of(mail.object)
    private static let annAlone = add(of: nil).of(KeyFixture.ann.object)
    private static let ofMail = add(of: nil).of(mail.identity(.ann))
    private static let ofSite = add(of: nil).of(site.identity(.ann))

    private static let additionsOfIdentities = rules {
        row(
            "3.2/idnt",
            "An identity is stored as a certificate and a key.",
            given: [ofMail],
            find(of: .certificate),
            .finds(1),
            .has(AttributeWords(mail.attributes).with([.label: "ann", .accessible: "dk"])),
            then: [
                (find(of: .key), .has(AttributeWords(KeyFixture.ann.attributes))),
                (find(of: .key), .lacks([.label])),
                (find(of: .key), .has([.accessible: "ak"])),
                (find(of: .key, limit: nil, returning: .data), .payload(KeyFixture.ann.bytes)),
                (find(of: .certificate, limit: nil, returning: .data), .payload(mail.der)),
                (find(of: .identity, returning: .reference), .objects([mail.identity(.ann)])),
            ]
        )
        row(
            "3.2/idnt-class",
            "An identity may name its class.",
            add([.label: "both"], of: .identity).of(mail.identity(.ann)),
            .succeeds,
            then: [
                (find([.label: "both"], of: .certificate), .finds(1)),
                (find([.label: "both"], of: .key), .finds(1)),
            ]
        )
        row(
            "3.2/idnt-group",
            "Attributes beside an identity are those of both halves.",
            add(
                [
                    .accessGroup: .text(Trial.groups[1]), .accessible: "ck",
                    .synchronizable: 1,
                ],
                of: nil
            ).of(mail.identity(.ann)),
            .succeeds,
            then: [ItemClass.certificate, .key].map {
                (
                    find([.synchronizable: 1], of: $0),
                    .has([.accessGroup: .text(Trial.groups[1]), .accessible: "ck"])
                )
            }
        )
        row(
            "3.2/idnt-certificate-there",
            "A certificate that is there already is kept.",
            given: [add([.label: "kept"], of: nil).of(mail.object)],
            ofMail,
            .succeeds,
            then: [
                (find(of: .certificate), .has([.label: "kept"])), (find(of: .key), .finds(1)),
                (find(of: .identity), .finds(1)),
            ]
        )
        row(
            "3.2/idnt-key-there",
            "A key that is there already is kept when the certificate is new.",
            given: [add([.label: "kept"], of: nil).of(KeyFixture.ann.object)],
            ofMail,
            .succeeds,
            then: [
                (find(of: .key), .has([.label: "kept"])), (find(of: .certificate), .finds(1)),
            ]
        )
        row(
            "3.2/idnt-both-there",
            "An identity with both halves stored already is a duplicate.",
            given: [mailAlone, annAlone],
            ofMail,
            .fails(.duplicateItem),
            then: [(add([.label: "x"], of: nil).of(mail.identity(.ann)), duplicate)]
        )
        row(
            "3.2/idnt-second-certificate",
            "A second certificate of one key is a new identity.",
            given: [ofMail],
            ofSite,
            .succeeds,
            then: [
                (find(of: .identity), .finds(2)), (find(of: .key), .finds(1)), (ofSite, duplicate),
            ]
        )
        row(
            "3.2/idnt-foreign",
            "An identity takes no attributes that neither half has.",
            add([.account: "x"], of: nil).of(mail.identity(.ann)),
            .fails(.noSuchAttribute)
        )
        row(
            "3.2/idnt-limit",
            "An add of an identity takes no limit.",
            ofMail.with { $0.limit = .all },
            .fails(.invalidParameter),
            then: [
                (ofMail.with { $0.filters = [.validOnDate(nil)] }, .fails(.invalidParameter)),
                (ofMail.with { $0.namesItemList = true }, .fails(.invalidParameter)),
                (ofMail.with { $0.interaction = .skip }, .fails(.invalidParameter)),
            ]
        )
        row(
            "3.2/idnt-returns",
            "An add returns the reference of an identity, and its private key.",
            ofMail.with { $0.returning = [.persistentReference, .data, .attributes] },
            .reference(.identity),
            .payload(KeyFixture.ann.bytes),
            .has([.label: "ann", .applicationLabel: Word(KeyFixture.ann.label)])
        )
    }

    private static let updatesOfIdentities = rules {
        row(
            "3.4/idnt",
            "An update of identities changes certificates and keys.",
            given: [ofMail],
            update(of: .identity, to: [.label: "new"]),
            .succeeds,
            then: [
                (find([.label: "new"], of: .certificate), .finds(1)),
                (find([.label: "new"], of: .key), .finds(1)),
                (find([.label: "new"], of: .identity), .finds(1)),
            ]
        )
        row(
            "3.4/idnt-words",
            "Attributes in an update of identities narrow either half.",
            given: [
                add([.label: "one"], of: nil).of(mail.identity(.ann)),
                add([.label: "two"], of: nil).of(CertificateFixture.old.identity(.bob)),
            ],
            update([.label: "one"], of: .identity, to: [.alias: "a"]),
            .succeeds,
            then: [
                (find([.alias: "a"], of: .certificate), .finds(1)),
                (find([.alias: "a"], of: .certificate), .has([.label: "one"])),
                (find([.alias: "a"], of: .key), .finds(1)),
                (find([.alias: "a"], of: .key), .has([.label: "one"])),
            ]
        )
        row(
            "5/idnt-move",
            "Both halves of an identity move to another group.",
            given: [ofMail],
            update(of: .identity, to: [.accessGroup: .text(Trial.groups[1])]),
            .succeeds,
            then: [
                (find([.accessGroup: .text(Trial.groups[1])], of: .certificate), .finds(1)),
                (find([.accessGroup: .text(Trial.groups[1])], of: .key), .finds(1)),
                (find([.accessGroup: .text(Trial.groups[1])], of: .identity), .finds(1)),
            ]
        )
        row(
            "3.4/idnt-pdmn",
            "Both halves of an identity get a new accessibility.",
            given: [ofMail],
            update(of: .identity, to: [.accessible: "ck"]),
            .succeeds,
            then: [
                (find([.accessible: "ck"], of: .certificate), .finds(1)),
                (find([.accessible: "ck"], of: .key), .finds(1)),
                (find(of: .identity, returning: .reference), .objects([mail.identity(.ann)])),
            ]
        )
        row(
            "3.4/idnt-nothing",
            "An update of no identity fails.",
            update(of: .identity, to: [.label: "new"]),
            .fails(.itemNotFound),
            then: [
                (ofMail, .succeeds),
                (
                    update([.label: "nobody"], of: .identity, to: [.label: "new"]),
                    .fails(.itemNotFound)
                ),
            ]
        )
        row(
            "3.4/idnt-key-taken",
            "When one half cannot change, neither does.",
            given: [
                ofMail, annAlone.with { $0.attributes[.accessGroup] = .string(Trial.groups[1]) },
            ],
            update(of: .identity, to: [.accessGroup: .text(Trial.groups[1])]),
            .fails(.duplicateItem)
        )
        row(
            "3.4/idnt-form",
            "An update of identities takes no results and no limits.",
            given: [ofMail],
            update(of: .identity, to: [.label: "x"]).with { $0.returning = .reference },
            .fails(.invalidParameter),
            then: [
                (
                    update(of: .identity, to: [.label: "x"]).with { $0.limit = .all },
                    .fails(.invalidParameter)
                ),
                (
                    update(of: .identity, to: [.label: "x"]).with { $0.interaction = .skip },
                    .fails(.invalidParameter)
                ),
            ]
        )
    }

    private static let lockedIdentities = rules {
        ConformanceRule("7.2/idnt-locked", "A locked key locks its identity.", needs: [.locking]) {
            trial in
            try trial.session.locking?.setPasscode()
            trial.forgetKeepers()
            try trial.given(ofMail)
            try trial.given(add(of: nil).of(CertificateFixture.old.object))
            try trial.given(
                add([.accessible: "dk"], of: nil).of(KeyFixture.bob.object)
            )
            try trial.session.locking?.lock()
            trial.forgetKeepers()
            let closed = Expectation.fails(.interactionNotAllowed)
            try trial.expect(find(of: .identity), closed)
            try trial.expect(find([.label: "ann"], of: .identity, returning: []), closed)
            try trial.expect(find([.label: "Bob"], of: .identity), .finds(1))
            try trial.expect(find([.label: "nobody"], of: .identity), .fails(.itemNotFound))
            try trial.expect(find([.label: "ann"], of: .certificate), .finds(1))
            try trial.expect(ofSite, closed)
            try trial.expect(find(of: .certificate), .finds(2))
            try trial.session.locking?.unlock()
            trial.forgetKeepers()
            try trial.expect(find(of: .identity), .finds(2))
        }
    }
}
