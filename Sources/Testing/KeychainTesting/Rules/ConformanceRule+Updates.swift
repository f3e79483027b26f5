@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.4: updating.
    static let updates = rules {
        row(
            "3.4/nothing",
            "An update without a match fails.",
            given: [add([.account: "a"])],
            update([.account: "b"], to: [.label: "x"]),
            .fails(.itemNotFound)
        )
        for (name, flags) in returnFlags {
            row(
                "3.4/return-\(name)",
                "An update returns no \(name).",
                given: [add()],
                update(to: [.label: "x"]).with { $0.returning = flags },
                .fails(.invalidParameter)
            )
        }
        for limit in [MatchLimit.one, .all, .atMost(1), .atMost(-1)] {
            row(
                "3.4/limit-\(limit)",
                "An update takes no limit.",
                given: [add()],
                update(to: [.label: "x"]).with { $0.limit = limit },
                .fails(.invalidParameter)
            )
        }
        for (name, filter) in allFilters {
            row(
                "3.4/filter-\(name)",
                "An update takes no filter \(name).",
                given: [add([.server: "a"], of: .internetPassword)],
                update(of: .internetPassword, to: [.label: "x"]).with { $0.filters = [filter] },
                .fails(.invalidParameter)
            )
        }
        row(
            "3.4/item-list",
            "An update takes no item list.",
            given: [add()],
            update(to: [.label: "x"]).with { $0.namesItemList = true },
            .fails(.invalidParameter)
        )
        row(
            "3.4/skip",
            "An update cannot skip its user.",
            given: [add()],
            update(to: [.label: "x"]).with { $0.interaction = .skip },
            .fails(.invalidParameter)
        )
        row(
            "3.4/query-payload",
            "The payload of the query is neither a condition nor a new value.",
            given: [add(payload: [1])],
            update(to: [.label: "x"]).with { $0.secret = SecretBytes([2]) },
            .succeeds,
            then: [
                (find([.label: "x"]), .finds(1)),
                (find(limit: nil, returning: .data), .payload([1])),
            ]
        )
        row(
            "3.4/payload",
            "A new payload replaces the old one.",
            given: [add([.label: "l"], payload: [1])],
            update(to: [:], payload: [2, 3]),
            .succeeds,
            then: [
                (find(limit: nil, returning: .data), .payload([2, 3])),
                (find(), .has([.label: "l"])),
            ]
        )
        row(
            "3.4/payload-first",
            "An item may get its payload later.",
            given: [add()],
            update(to: [:], payload: [1]),
            .succeeds,
            then: [(find(limit: nil, returning: .data), .payload([1]))]
        )
        row(
            "3.4/all",
            "An update changes every match and no other.",
            given: [
                add([.account: "a", .service: "s"]), add([.account: "b", .service: "s"]),
                add([.account: "c", .service: "t"]),
            ],
            update([.service: "s"], to: [.label: "x"]),
            .succeeds,
            then: [(find([.label: "x"]), .finds(2)), (find(), .finds(3))]
        )
        row(
            "3.4/empty",
            "An update without new values succeeds when something matches.",
            given: [add()],
            update(to: [:]),
            .succeeds,
            then: [(find(), .finds(1))]
        )
        row(
            "3.4/empty-nothing",
            "An update without new values and without a match fails.",
            update(to: [:]),
            .fails(.itemNotFound)
        )
        row(
            "3.4/returns-nothing",
            "An update returns no items.",
            given: [add()],
            update(to: [.label: "x"]),
            .shape(.none, items: 0)
        )
        row(
            "3.4/pdmn",
            "A new accessibility is kept.",
            given: [add(payload: [1])],
            update(to: [.accessible: "dku"]),
            .succeeds,
            then: [
                (
                    find(),
                    .has([
                        .accessible: "dku", .accessControl: .plain(.alwaysThisDeviceOnly),
                    ])
                ),
                (find(limit: nil, returning: .data), .payload([1])),
            ]
        )
        row(
            "3.4/accc",
            "A new access control is kept and brings its accessibility.",
            given: [add(payload: [1])],
            update(to: [.accessControl: .guarded(.afterFirstUnlock, [])]),
            .succeeds,
            then: [
                (
                    find(),
                    .has([
                        .accessible: "ck", .accessControl: .guarded(.afterFirstUnlock, []),
                    ])
                ),
                (find(limit: nil, returning: .data), .payload([1])),
            ]
        )
        row(
            "3.4/pdmn-keeps-rules",
            "A new accessibility keeps the rules of an access control.",
            given: [add([.accessControl: .guarded(.afterFirstUnlock, [])])],
            update(to: [.accessible: "dk"]),
            .succeeds,
            then: [(find(), .has([.accessible: "dk", .accessControl: .guarded(.always, [])]))]
        )
        row(
            "3.4/pdmn-accc",
            "New accessibility and access control must agree.",
            given: [add()],
            update(to: [.accessible: "ak", .accessControl: .plain(.always)]),
            .fails(.invalidParameter)
        )
        times
    }

    private static let returnFlags: [(String, ReturnOptions)] = [
        ("data", .data), ("attributes", .attributes), ("reference", .reference),
        ("persistent reference", .persistentReference),
    ]

    private static let times = rules {
        for (name, change) in [
            ("label", update(to: [.label: "x"])), ("payload", update(to: [:], payload: [1])),
            ("nothing", update(to: [:])), ("key", update(to: [.account: "x"])),
        ] {
            ConformanceRule("3.4/mdat-\(name)", "An update of \(name) advances only mdat.") {
                try $0.given(add())
                let before = try $0.item(find()).attributes
                try $0.given(change)
                let after = try $0.item(find()).attributes
                $0.equal(after?[.creationDate], before?[.creationDate], "cdat")
                guard let old = before?[.modificationDate]?.seconds,
                    let new = after?[.modificationDate]?.seconds
                else { return $0.report(expected: "mdat before and after", found: "none") }
                // Seconds are binary fractions: a millisecond more is not exactly 0.001.
                $0.equal(new - old >= 0.000_999, true, "an advance of a millisecond or more:")
            }
        }
        ConformanceRule("3.4/mdat-now", "mdat is the time of the update.", needs: [.time]) {
            trial in
            guard let time = trial.session.time else { return }
            let created = time.now()
            try trial.given(add())
            time.advance(3600)
            try trial.given(update(to: [.label: "x"]))
            try trial.expect(
                find(),
                .has([.creationDate: .date(created), .modificationDate: .date(time.now())])
            )
        }
    }
}
