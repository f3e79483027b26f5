@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.2: conditions beyond equality.
    static let filters = rules {
        for (name, host, servers, matches) in hostTable {
            row(
                "2.2/host-\(name)",
                "\(host) matches \(matches) of \(servers).",
                given: servers.map { add([.server: .text($0)], of: .internetPassword) },
                find(of: .internetPassword, filters: [.hostOrSubdomain(host)]),
                .finds(matches)
            )
        }
        row(
            "2.2/host-data",
            "A server that is not text does not match a host.",
            given: [add([.server: [0x61]], of: .internetPassword)],
            find(of: .internetPassword, filters: [.hostOrSubdomain("a")]),
            .finds(0)
        )
        row(
            "2.2/host-attributes",
            "A filter narrows what the attributes match.",
            given: [
                add([.server: "a.org", .account: "x"], of: .internetPassword),
                add([.server: "a.org", .account: "y"], of: .internetPassword),
            ],
            find([.account: "y"], of: .internetPassword, filters: [.hostOrSubdomain("a.org")]),
            .finds(1),
            .has([.account: "y"])
        )
        row(
            "2.2/before-limit",
            "Filters come before the limit.",
            given: ["b.org", "c.org", "a.org", "d.org"].map {
                add([.server: .text($0)], of: .internetPassword)
            },
            find(of: .internetPassword, limit: .one, filters: [.hostOrSubdomain("a.org")]),
            .shape(.single, items: 1),
            .has([.server: "a.org"])
        )
        row(
            "2.2/host-genp",
            "A host is not a filter of generic passwords.",
            given: [add()],
            find(filters: [.hostOrSubdomain("a.org")]),
            .fails(.unimplemented)
        )
        for itemClass in [ItemClass.certificate, .key, .identity] {
            row(
                "2.2/host-\(itemClass.rawValue)",
                "A host is not a filter of class \(itemClass.rawValue).",
                given: everything,
                find(of: itemClass, filters: [.hostOrSubdomain("a.org")]),
                .fails(.unimplemented)
            )
        }
        for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
            for (name, filter) in strictFilters {
                row(
                    "2.2/\(itemClass.rawValue)-\(name)",
                    "Items of class \(itemClass.rawValue) cannot be matched by \(name).",
                    given: [add(of: itemClass)],
                    find(of: itemClass, filters: [filter]),
                    .fails(.unimplemented)
                )
            }
            for (name, filter) in idleFilters {
                row(
                    "2.2/\(itemClass.rawValue)-\(name)",
                    "\(name) has no effect on class \(itemClass.rawValue).",
                    given: [add(of: itemClass)],
                    find(of: itemClass, filters: [filter]),
                    .finds(1)
                )
            }
        }
    }

    private static let hostTable: [(String, String, [String], Int)] = [
        ("equal", "example.org", ["example.org", "example.com"], 1),
        ("below", "example.org", ["www.example.org", "a.b.example.org"], 2),
        ("suffix", "example.org", ["badexample.org"], 0),
        ("above", "www.example.org", ["example.org"], 0),
        ("none", "example.org", ["example.com"], 0),
    ]

    private static let strictFilters: [(String, MatchFilter)] = [
        ("policy", .policy(.basicX509))
    ]

    private static let idleFilters: [(String, MatchFilter)] = [
        ("date", .valid(at: 0)), ("date-now", .validOnDate(nil)), ("trusted", .trustedOnly(true)),
        ("e-mail", .emailAddress("a@example.org")), ("ignored", .ignored("m_CaseInsensitive")),
        ("issuers", .issuers([[0x30, 0x00]])), ("no-issuers", .issuers([])),
    ]

    /// Specification 2.2: an access control in a request for stored items.
    static let accessControlInRequests = rules {
        let guarded: AttributeWords = [.accessControl: .guarded(.always, .userPresence)]
        row(
            "2.2/accc-search",
            "An access control in a search is no condition.",
            given: [add([.account: "a"])],
            find(guarded),
            .finds(1)
        )
        row(
            "2.2/accc-delete",
            "An item is deleted by a request that states its new access control.",
            given: [add([.account: "a"])],
            delete(guarded.with([.account: "a"])),
            .succeeds,
            then: [(find(), .finds(0))]
        )
        row(
            "2.2/accc-update",
            "An access control in the query of an update is no condition.",
            given: [add([.account: "a"])],
            update(guarded, to: [.label: "x"]),
            .succeeds,
            then: [(find([.label: "x"]), .finds(1))]
        )
        row(
            "2.2/accc-agrees",
            "An access control beside its own accessibility changes nothing.",
            given: [add([.account: "a", .accessible: "dk"]), add([.account: "b"])],
            find(guarded.with([.accessible: "dk"])),
            .finds(1),
            .has([.account: "a"])
        )
        for (name, request) in [
            ("search", find(guarded.with([.accessible: "ak"]))),
            ("delete", delete(guarded.with([.accessible: "ak"]))),
            ("update", update(guarded.with([.accessible: "ak"]), to: [.label: "x"])),
        ] {
            row(
                "2.2/accc-contradicts-\(name)",
                "An access control that contradicts the accessibility is refused (\(name)).",
                given: [add()],
                request,
                .fails(.invalidParameter)
            )
        }
    }
}
