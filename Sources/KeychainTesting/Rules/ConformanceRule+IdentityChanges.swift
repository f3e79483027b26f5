import PortableKeychain

extension ConformanceRule {
    /// Specification 2.5 and 3.2 to 3.5: storing, changing and removing identities.
    static let identityChanges = rules {
        additionsOfIdentities
        updatesOfIdentities
        deletionsOfIdentities
        referencesOfIdentities
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
            "An identity whose halves are there is a duplicate.",
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
            "Words in an update of identities narrow either half.",
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

    private static let deletionsOfIdentities = rules {
        row(
            "3.5/idnt",
            "A delete of identities removes certificates and keys.",
            given: [ofMail],
            delete(of: .identity),
            .succeeds,
            then: [
                (find(of: .certificate), .finds(0)), (find(of: .key), .finds(0)),
                (delete(of: .identity), .fails(.itemNotFound)),
            ]
        )
        row(
            "3.5/idnt-words",
            "Words in a delete of identities narrow either half.",
            given: [
                add([.label: "one"], of: nil).of(mail.identity(.ann)),
                add([.label: "two"], of: nil).of(CertificateFixture.old.identity(.bob)),
            ],
            delete([.label: "one"], of: .identity),
            .succeeds,
            then: [
                (find(of: .certificate), .has([.label: "two"])),
                (find(of: .key), .has([.label: "two"])), (find(of: .certificate), .finds(1)),
                (find(of: .key), .finds(1)),
            ]
        )
        row(
            "3.5/idnt-object",
            "Deleting an identity leaves the key that another certificate needs.",
            given: [ofMail, ofSite],
            delete(of: nil).of(mail.identity(.ann)),
            .succeeds,
            then: [
                (find(of: .certificate, returning: .reference), .objects([site.object])),
                (find(of: .key), .finds(1)),
                (delete(of: .identity).of(site.identity(.ann)), .succeeds),
                (find(of: .certificate), .finds(0)), (find(of: .key), .finds(0)),
            ]
        )
        row(
            "3.5/idnt-object-others",
            "Deleting an identity leaves other identities.",
            given: everything,
            delete(of: nil).of(CertificateFixture.old.identity(.bob)),
            .succeeds,
            then: [
                (find(of: .certificate), .finds(CertificateFixture.all.count - 1)),
                (find(of: .key), .finds(3)), (find(of: .identity), .finds(2)),
            ]
        )
        row(
            "3.5/idnt-object-nothing",
            "An identity that is not there is not deleted.",
            given: [ofSite],
            delete(of: nil).of(mail.identity(.ann)),
            .fails(.itemNotFound)
        )
        for (name, request) in [
            ("limit", delete(of: .identity).with { $0.limit = .one }),
            ("all", delete(of: .identity).with { $0.limit = .all }),
            ("filter", delete(of: .identity).with { $0.filters = [.validOnDate(nil)] }),
            ("skip", delete(of: .identity).with { $0.interaction = .skip }),
        ] {
            row(
                "3.5/idnt-\(name)",
                "A delete of identities takes no \(name).",
                given: [ofMail],
                request,
                .fails(.invalidParameter)
            )
        }
    }

    private static let referencesOfIdentities = rules {
        ConformanceRule("2.5/idnt", "An identity's reference is that of its certificate.") {
            try $0.given(ofMail)
            let item = try $0.item(find(of: .identity, returning: .persistentReference))
            let own = try $0.item(find(of: .certificate, returning: .persistentReference))
            let reference = item.persistentReference ?? []
            $0.equal(Array(reference.prefix(4)), Array("idnt".utf8), "letters")
            $0.equal(reference.dropFirst(4), own.persistentReference?.dropFirst(4) ?? [], "rest")
            try $0.expect(
                find(of: nil, returning: [.reference, .persistentReference]).by(reference),
                .objects([mail.identity(.ann)]),
                .reference(.identity)
            )
            try $0.expect(find(of: .identity).by(reference), .finds(1))
            try $0.expect(find(of: .certificate).by(reference), .fails(.noSuchClass))
            try $0.expect(find(of: .key).by(reference), .fails(.noSuchClass))
            try $0.expect(
                find([.label: "ann"], of: nil).by(reference),
                .fails(.invalidParameter)
            )
            try $0.expect(
                update(of: nil, to: [.label: "x"]).by(reference),
                .fails(.internalError)
            )
        }
        ConformanceRule("2.5/idnt-added", "An add returns the reference that a search does.") {
            let reference = try $0.reference(of: ofMail)
            let found = try $0.item(find(of: .identity, returning: .persistentReference))
            $0.equal(reference, found.persistentReference ?? [], "reference")
        }
        ConformanceRule("2.5/idnt-delete", "By reference goes the key that nobody needs.") {
            let one = try $0.reference(of: ofMail)
            let two = try $0.reference(of: ofSite)
            $0.equal(one == two, false, "equality of the references:")
            try $0.given(delete(of: nil).by(one))
            try $0.expect(find(of: nil).by(one), .fails(.itemNotFound))
            try $0.expect(find(of: .key), .finds(1))
            try $0.expect(
                find(of: .identity, returning: .reference),
                .objects([site.identity(.ann)])
            )
            try $0.given(delete(of: .identity).by(two))
            try $0.expect(find(of: .key), .finds(0))
            try $0.expect(find(of: .certificate), .finds(0))
            try $0.expect(delete(of: nil).by(two), .fails(.itemNotFound))
        }
        ConformanceRule("2.5/idnt-broken", "Without its key a reference finds no identity.") {
            let reference = try $0.reference(of: ofMail)
            try $0.given(delete(of: .key))
            try $0.expect(find(of: nil).by(reference), .fails(.itemNotFound))
            try $0.given(annAlone)
            try $0.expect(find(of: nil).by(reference), .finds(1))
        }
        ConformanceRule("2.5/idnt-stable", "Changes keep the reference of an identity.") {
            let reference = try $0.reference(of: ofMail)
            try $0.given(update(of: .identity, to: [.label: "new"]))
            try $0.given(update(of: .certificate, to: [.serialNumber: [9]]))
            try $0.given(update(of: .key, to: [.applicationTag: "t"]))
            try $0.expect(find(of: nil).by(reference), .finds(1), .has([.label: "new"]))
        }
        ConformanceRule("2.5/idnt-groups", "A reference reaches no foreign identity.") { trial in
            let reference = try trial.reference(of: ofMail)
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
            try trial.expect(delete(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
        }
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
