@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.5: removing identities.
    static let identityDeletions = rules {
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
            "Attributes in a delete of identities narrow either half.",
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
            "A delete of an absent identity fails.",
            given: [ofSite],
            delete(of: nil).of(mail.identity(.ann)),
            .fails(.itemNotFound)
        )
        for (name, request) in [
            ("limit", delete(of: .identity).with { $0.limit = .one }),
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

    /// Specification 2.5: references of identities.
    static let identityReferences = rules {
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
        ConformanceRule("2.5/idnt-delete", "A delete by reference also removes an unshared key.") {
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
        ConformanceRule("2.5/idnt-broken", "A reference finds no identity without its key.") {
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
        ConformanceRule(
            "2.5/idnt-groups",
            "A reference does not find an identity of another group."
        ) { trial in
            let reference = try trial.reference(of: ofMail)
            try trial.expect(find(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
            try trial.expect(delete(of: nil).by(reference), .fails(.itemNotFound), as: ["other"])
        }
    }

    private static let mail = CertificateFixture.mail
    private static let site = CertificateFixture.site
    private static let annAlone = add(of: nil).of(KeyFixture.ann.object)
    private static let ofMail = add(of: nil).of(mail.identity(.ann))
    private static let ofSite = add(of: nil).of(site.identity(.ann))
}
