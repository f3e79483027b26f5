import PortableKeychain

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
        ("issuers", .issuers([[0x30, 0x00]])), ("policy", .policy(.basicX509)),
    ]

    private static let idleFilters: [(String, MatchFilter)] = [
        ("date", .valid(at: 0)), ("date-now", .validOnDate(nil)), ("trusted", .trustedOnly(true)),
        ("e-mail", .emailAddress("a@example.org")), ("ignored", .ignored("m_CaseInsensitive")),
    ]
}
