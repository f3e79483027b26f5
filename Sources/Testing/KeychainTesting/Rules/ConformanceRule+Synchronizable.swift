@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.6: which of the two sets a request means.
    static let synchronizable = rules {
        for (name, words, accounts) in table {
            row(
                "2.6/search-\(name)",
                "A search with sync \(name) sees \(accounts).",
                given: both,
                find(words),
                .finds(accounts.count),
                .has([.account: accounts[0]])
            )
            row(
                "2.6/update-\(name)",
                "An update with sync \(name) changes \(accounts).",
                given: both,
                update(words, to: [.label: "x"]),
                .succeeds,
                then: [(find([.label: "x", .synchronizable: .any]), .finds(accounts.count))]
            )
            row(
                "2.6/delete-\(name)",
                "A delete with sync \(name) removes \(accounts).",
                given: both,
                delete(words),
                .succeeds,
                then: [(find([.synchronizable: .any]), .finds(2 - accounts.count))]
            )
        }
        for (name, word, stored) in addTable {
            row(
                "2.6/add-\(name)",
                "An add with sync \(name) stores \(stored).",
                given: [add([.synchronizable: word])],
                find([.synchronizable: .any]),
                .finds(1),
                .has([.synchronizable: stored])
            )
        }
        for (name, word) in [("2", 2 as Word), ("-1", -1), ("text", "yes")] {
            ConformanceRule("2.6/other-\(name)", "sync \(name) is neither set.") { trial in
                for request in both { try trial.given(request) }
                let words: AttributeWords = [.synchronizable: word]
                try trial.expect(add(words), .fails(.invalidParameter))
                try trial.expect(update(to: words), .fails(.invalidParameter))
                try trial.expect(find(words), .finds(0))
                try trial.expect(delete(words), .fails(.itemNotFound))
            }
        }
        row(
            "2.6/update-to-any",
            "A new value of any is not a change.",
            given: [add([.synchronizable: 1])],
            update([.synchronizable: 1], to: [.synchronizable: .any, .label: "x"]),
            .succeeds,
            then: [(find([.synchronizable: 1]), .has([.label: "x", .synchronizable: 1]))]
        )
        row(
            "2.6/apart",
            "The same item may be in both sets.",
            given: [add([.account: "a"])],
            add([.account: "a", .synchronizable: 1]),
            .succeeds,
            then: [(find([.synchronizable: .any]), .finds(2))]
        )
        row(
            "2.6/missing",
            "An item in the one set is not found in the other.",
            given: [add([.synchronizable: 1])],
            find(),
            .finds(0),
            then: [
                (update(to: [.label: "x"]), .fails(.itemNotFound)),
                (delete(), .fails(.itemNotFound)),
            ]
        )
    }

    private static let both = [
        add([.account: "local"]), add([.account: "synced", .synchronizable: 1]),
    ]

    private static let table: [(String, AttributeWords, [Word])] = [
        ("absent", [:], ["local"]),
        ("0", [.synchronizable: 0], ["local"]),
        ("1", [.synchronizable: 1], ["synced"]),
        ("any", [.synchronizable: .any], ["local", "synced"]),
    ]

    private static let addTable: [(String, Word, Word)] = [
        ("0", 0, 0), ("1", 1, 1), ("any", .any, 0),
    ]
}
