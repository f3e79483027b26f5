@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.5: deleting.
    static let deletions = rules {
        row(
            "3.5/nothing",
            "A delete without a match fails.",
            given: [add([.account: "a"])],
            delete([.account: "b"]),
            .fails(.itemNotFound)
        )
        row(
            "3.5/one",
            "A delete removes exactly the matching items.",
            given: [add([.account: "a"]), add([.account: "b"])],
            delete([.account: "a"]),
            .succeeds,
            then: [
                (find(), .has([.account: "b"])), (delete([.account: "a"]), .fails(.itemNotFound)),
            ]
        )
        row(
            "3.5/class",
            "A query with only a class removes all its items that are not synchronized.",
            given: [
                add([.account: "a"]),
                add([.account: "b", .accessGroup: .text(Trial.groups[1])]),
                add([.account: "c", .synchronizable: 1]),
                add([.account: "d"], of: .internetPassword),
            ],
            delete(),
            .succeeds,
            then: [
                (find(), .finds(0)), (find([.synchronizable: 1]), .finds(1)),
                (find(of: .internetPassword), .finds(1)),
            ]
        )
        for limit in [MatchLimit.one, .atMost(1), .atMost(2), .atMost(-1)] {
            row(
                "3.5/limit-\(limit)",
                "A delete takes no limit other than all.",
                given: [add()],
                delete().with { $0.limit = limit },
                .fails(.invalidParameter)
            )
        }
        row(
            "3.5/limit-all",
            "All is the limit of every delete.",
            given: [add([.account: "a"]), add([.account: "b"])],
            delete().with { $0.limit = .all },
            .succeeds,
            then: [(find(), .finds(0))]
        )
        for (name, filter) in allFilters {
            row(
                "3.5/filter-\(name)",
                "A delete takes no filter \(name).",
                given: [add([.server: "a"], of: .internetPassword)],
                delete(of: .internetPassword).with { $0.filters = [filter] },
                .fails(.invalidParameter)
            )
        }
        row(
            "3.5/skip",
            "A delete cannot skip its user.",
            given: [add()],
            delete().with { $0.interaction = .skip },
            .fails(.invalidParameter)
        )
        row(
            "3.5/returns",
            "Return flags of a delete have no effect.",
            given: [add(payload: [1])],
            delete().with { $0.returning = [.data, .attributes, .persistentReference] },
            .shape(.none, items: 0),
            then: [(find(), .finds(0))]
        )
        row(
            "3.5/payload",
            "The payload of a delete is not a condition.",
            given: [add(payload: [1])],
            delete().with { $0.secret = SecretBytes([2]) },
            .succeeds,
            then: [(find(), .finds(0))]
        )
        row(
            "3.5/attributes",
            "Any attribute narrows a delete.",
            given: [add([.account: "a", .label: "x"]), add([.account: "b", .label: "y"])],
            delete([.label: "x"]),
            .succeeds,
            then: [(find(), .has([.account: "b"]))]
        )
        row(
            "3.5/guarded",
            "An item with constraints is deleted without asking the user.",
            given: [add([.accessControl: .guarded(.whenUnlocked, .userPresence)])],
            delete(),
            .succeeds,
            then: [(find(), .finds(0))]
        )
        row(
            "3.5/no-trace",
            "An item that is not synchronized leaves no tombstone.",
            given: [add(), delete()],
            find([.tombstone: 1, .synchronizable: .any]),
            .finds(0)
        )
    }
}
