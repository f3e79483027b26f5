@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.3: searching.
    static let searches = rules {
        row("3.3/nothing", "An empty keychain holds nothing.", find(), .fails(.itemNotFound))
        row(
            "3.3/no-match",
            "An item that does not match is not found.",
            given: [add([.account: "a"])],
            find([.account: "b"]),
            .fails(.itemNotFound)
        )
        row(
            "3.3/item-list",
            "A search takes no item list.",
            given: [add()],
            find().with { $0.namesItemList = true },
            .fails(.invalidParameter)
        )
        row(
            "3.3/payload",
            "The payload of a search is not a condition.",
            given: [add(payload: [1])],
            find().with { $0.secret = SecretBytes([2]) },
            .finds(1)
        )
        row(
            "3.3/forbidden",
            "An item without access control is read without asking the user.",
            given: [add()],
            find(interaction: .forbidden),
            .finds(1),
            then: [(find(interaction: .skip), .finds(1))]
        )
        row(
            "3.3/changes-nothing",
            "A search changes nothing.",
            given: [add([.account: "a"])],
            find(),
            .finds(1),
            then: [(find(), .finds(1))]
        )
        row(
            "3.3/class-apart",
            "A search finds only items of its class.",
            given: [add([.account: "a"]), add([.account: "a"], of: .internetPassword)],
            find([.account: "a"]),
            .finds(1)
        )
        ConformanceRule("3.3/many", "A search finds each of many items once.") { trial in
            for number in Int64(0)..<50 { try trial.given(add([.account: Word(.number(number))])) }
            let accounts = try trial.given(find()).items.map { $0.attributes?[.account] }
            trial.equal(Set(accounts).count, 50, "number of accounts")
            trial.equal(accounts.count, 50, "number of items")
            for number in [0, 17, 49] as [Int64] {
                try trial.expect(find([.account: Word(.number(number))]), .finds(1))
            }
        }
        ConformanceRule("3.3/stores-apart", "Another session's store is another store.") { trial in
            try trial.given(add([.account: "a"]))
            try trial.expect(find([.account: "a"]), .finds(1))
            try trial.expect(find([.account: "a"]), .finds(0), as: ["elsewhere"])
        }
    }
}
