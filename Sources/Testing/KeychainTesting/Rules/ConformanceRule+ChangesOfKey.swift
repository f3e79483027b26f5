@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.4: updates that change the primary key of an item.
    static let changesOfKey = rules {
        row(
            "3.4/key",
            "An item gets a new key.",
            given: [add([.account: "a"], payload: [1])],
            update([.account: "a"], to: [.account: "b"]),
            .succeeds,
            then: [
                (find([.account: "a"]), .finds(0)), (find([.account: "b"]), .finds(1)),
                (find(limit: nil, returning: .data), .payload([1])),
                (add([.account: "a"]), .succeeds),
                (add([.account: "b"]), .fails(.duplicateItem)),
            ]
        )
        row(
            "3.4/key-taken",
            "An item cannot take the primary key of another item.",
            given: [add([.account: "a"]), add([.account: "b"])],
            update([.account: "a"], to: [.account: "b", .label: "x"]),
            .fails(.duplicateItem)
        )
        row(
            "3.4/key-bytes",
            "The new key is compared by bytes.",
            given: [add([.account: "a"]), add([.account: "x"])],
            update([.account: "a"], to: [.account: [0x78]]),
            .fails(.duplicateItem)
        )
        row(
            "3.4/key-own",
            "An item may take its own key.",
            given: [add([.account: "a"])],
            update([.account: "a"], to: [.account: "a", .label: "x"]),
            .succeeds,
            then: [(find([.label: "x"]), .finds(1))]
        )
        row(
            "3.4/key-both",
            "Two matches cannot take one primary key, and neither changes.",
            given: [add([.account: "a", .service: "s"]), add([.account: "b", .service: "s"])],
            update([.service: "s"], to: [.account: "c"]),
            .fails(.duplicateItem),
            then: [
                (find([.account: "a"]), .finds(1)), (find([.account: "b"]), .finds(1)),
                (find([.account: "c"]), .finds(0)),
            ]
        )
        row(
            "3.4/all-or-none",
            "A collision of the last match undoes the first.",
            given: [
                add([.account: "a", .service: "s"]), add([.account: "b", .service: "s"]),
                add([.account: "b", .service: "t"]),
            ],
            update([.service: "s"], to: [.service: "t", .label: "x"]),
            .fails(.duplicateItem),
            then: [(find([.label: "x"]), .finds(0)), (find([.service: "s"]), .finds(2))]
        )
        row(
            "3.4/sync-on",
            "An item moves into the synchronized set.",
            given: [add([.account: "a"], payload: [1])],
            update(to: [.synchronizable: 1]),
            .succeeds,
            then: [(find(), .finds(0)), (find([.synchronizable: 1]), .has([.account: "a"]))]
        )
        row(
            "3.4/sync-off",
            "An item moves out and leaves a tombstone.",
            given: [add([.account: "a", .synchronizable: 1])],
            update([.synchronizable: 1], to: [.synchronizable: 0]),
            .succeeds,
            then: [
                (find(), .finds(1)), (find([.synchronizable: 1]), .finds(0)),
                (find([.synchronizable: 1, .tombstone: 1]), .finds(1)),
            ]
        )
        row(
            "3.4/sync-taken",
            "An item cannot move onto its twin in the other set.",
            given: [add([.account: "a"]), add([.account: "a", .synchronizable: 1])],
            update(to: [.synchronizable: 1]),
            .fails(.duplicateItem)
        )
        row(
            "3.4/tombstone",
            "A new key may be that of a tombstone.",
            given: [
                add([.account: "dead", .synchronizable: 1]), delete([.synchronizable: 1]),
                add([.account: "a", .synchronizable: 1]),
            ],
            update([.synchronizable: 1], to: [.account: "dead"]),
            .succeeds,
            then: [
                (find([.synchronizable: 1]), .has([.account: "dead"])),
                (find([.synchronizable: 1, .tombstone: 1]), .has([.account: "a"])),
            ]
        )
    }
}
