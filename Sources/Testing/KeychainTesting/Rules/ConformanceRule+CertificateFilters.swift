@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.2: conditions on certificates, and on those of identities.
    static let certificateFilters = rules {
        for (name, filter, fixtures) in filterTable {
            row(
                "2.2/cert-\(name)",
                "Certificates matched by \(name): \(fixtures.map(\.summary)).",
                given: everything,
                find(of: .certificate, filters: [filter], returning: .reference),
                fixtures.isEmpty ? .finds(0) : .objects(fixtures.map(\.object))
            )
            let identities = fixtures.compactMap(\.ownIdentity)
            row(
                "2.2/idnt-\(name)",
                "Identities matched by \(name): \(identities.count).",
                given: everything,
                find(of: .identity, filters: [filter], returning: .reference),
                identities.isEmpty ? .finds(0) : .objects(identities)
            )
        }
        for (name, filter) in refusing {
            row(
                "2.2/malformed-\(name)",
                "An item that is not a certificate is not matched by \(name).",
                given: [add(of: .certificate, payload: [1]), add([.label: "x"], of: .key)],
                find(of: .certificate, filters: [filter]),
                .fails(.itemNotFound)
            )
        }
        row(
            "2.2/chain-broken",
            "A chain is made of certificates in the keychain.",
            given: [add(of: nil).of(CertificateFixture.mail.object)],
            find(of: .certificate, filters: [.issuers([CertificateFixture.root.issuerName])]),
            .fails(.itemNotFound),
            then: [
                (add(of: nil).of(CertificateFixture.issuing.object), .succeeds),
                (
                    find(
                        [.label: "ann"],
                        of: .certificate,
                        filters: [.issuers([CertificateFixture.root.issuerName])]
                    ), .finds(1)
                ),
            ]
        )
        row(
            "2.2/all-filters",
            "All conditions must hold.",
            given: everything,
            find(
                of: .certificate,
                filters: [.emailAddress("bob@example.org"), .valid(at: 700_000_000)]
            ),
            .fails(.itemNotFound),
            then: [
                (
                    find(
                        of: .certificate,
                        filters: [.emailAddress("bob@example.org"), .valid(at: 100_000_000)]
                    ), .finds(1)
                )
            ]
        )
        row(
            "2.2/filter-and-attributes",
            "A filter narrows what the attributes match.",
            given: everything,
            find([.label: "ann"], of: .certificate, filters: [.valid(at: 700_000_000)]),
            .finds(1),
            then: [
                (
                    find([.label: "Bob"], of: .certificate, filters: [.valid(at: 700_000_000)]),
                    .finds(0)
                )
            ]
        )
        for itemClass in [ItemClass.certificate, .identity] {
            row(
                "2.2/\(itemClass.rawValue)-before-limit",
                "Filters come before the limit.",
                given: everything,
                find(
                    of: itemClass,
                    limit: .one,
                    filters: [.emailAddress("bob@example.org")]
                ),
                .shape(.single, items: 1),
                .has([.label: "Bob"])
            )
            row(
                "2.2/\(itemClass.rawValue)-ignored",
                "Unknown conditions have no effect on class \(itemClass.rawValue).",
                given: everything,
                find(of: itemClass, filters: [.ignored("m_CaseInsensitive")]),
                .finds(itemClass == .identity ? 3 : CertificateFixture.all.count)
            )
        }
        row(
            "2.2/policy",
            "A policy matches the certificates that it accepts.",
            given: [
                add(of: nil).of(CertificateFixture.mail.object),
                add(of: nil).of(CertificateFixture.site.object),
            ],
            find(
                of: .certificate,
                filters: [.policy(.tlsServer(host: nil))],
                returning: .reference
            ),
            .objects([CertificateFixture.site.object])
        )
        for fixture in [CertificateFixture.old, .mail] {
            row(
                "2.2/trusted-\(fixture.summary)",
                "A certificate without a valid chain is not trusted.",
                given: [add(of: nil).of(fixture.object)],
                find(of: .certificate, filters: [.trustedOnly(true)]),
                .fails(.itemNotFound),
                then: [(find(of: .certificate, filters: [.trustedOnly(false)]), .finds(1))]
            )
        }
    }

    private static let all = CertificateFixture.all
    private static let present: [CertificateFixture] = [.root, .issuing, .mail, .site]

    private static let filterTable: [(String, MatchFilter, [CertificateFixture])] = [
        ("e-mail", .emailAddress("Ann@Example.org"), [.mail]),
        ("e-mail-case", .emailAddress("ANN@example.ORG"), [.mail]),
        ("e-mail-subject", .emailAddress("bob@example.org"), [.old]),
        ("e-mail-other", .emailAddress("eve@example.org"), []),
        ("e-mail-part", .emailAddress("example.org"), []),
        ("e-mail-empty", .emailAddress(""), []),
        ("date", .valid(at: 700_000_000), present),
        ("date-now", .validOnDate(nil), present),
        ("date-past", .valid(at: 100_000_000), [.old]),
        ("date-first", .valid(at: 2_678_400), [.old]),
        ("date-before-first", .valid(at: 2_678_399), []),
        ("date-last", .valid(at: 126_230_400), [.old]),
        ("date-after-last", .valid(at: 126_230_401), []),
        ("date-far", .valid(at: 4_000_000_000), []),
        ("issuer-root", .issuers([CertificateFixture.root.issuerName]), all),
        ("issuer-direct", .issuers([CertificateFixture.mail.issuerName]), [.mail]),
        (
            "issuer-several",
            .issuers([[0x30, 0x00], CertificateFixture.mail.issuerName]), [.mail]
        ),
        ("issuer-none", .issuers([]), all),
        ("issuer-unusable", .issuers([[1, 2, 3]]), all),
        ("issuer-other", .issuers([otherName]), []),
        ("trusted-no", .trustedOnly(false), all),
        ("trusted", .trustedOnly(true), present),
    ]

    /// The whole Name of another issuer, in DER.
    private static let otherName: [UInt8] =
        [0x30, 0x11, 0x31, 0x0F, 0x30, 0x0D, 0x06, 0x03, 0x55, 0x04, 0x03, 0x0C, 0x06]
        + Array("Nobody".utf8)

    private static let refusing: [(String, MatchFilter)] = [
        ("e-mail", .emailAddress("a@example.org")), ("date", .valid(at: 700_000_000)),
        ("now", .validOnDate(nil)), ("trusted", .trustedOnly(true)),
        ("issuers", .issuers([CertificateFixture.root.issuerName])),
    ]
}

extension CertificateFixture {
    /// The certificate with its key, if the key is among the fixtures.
    fileprivate var ownIdentity: ItemObject? {
        [KeyFixture.ann, .bob].first { $0.label == attributes[.publicKeyHash] }.map(identity)
    }
}
