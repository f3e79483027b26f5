@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 2.4: containers and elements.
    static let results = rules {
        for (name, limit, container, count) in limitTable {
            row(
                "2.4/limit-\(name)",
                "The container and number of results for \(name).",
                given: three,
                find(limit: limit),
                .shape(container, items: count)
            )
            row(
                "2.4/limit-\(name)-nothing",
                "Finding nothing is the same for \(name).",
                find(limit: limit),
                .fails(.itemNotFound)
            )
        }
        row(
            "2.4/limit-list-of-one",
            "A list stays a list with one element.",
            given: [add()],
            find(limit: .all),
            .shape(.list, items: 1),
            then: [(find(limit: .atMost(7)), .shape(.list, items: 1))]
        )
        row(
            "2.4/limit-zero",
            "A limit of 0 finds nothing.",
            given: three,
            find(limit: .atMost(0)),
            .fails(.itemNotFound)
        )
        for limit in [-1, -2, -100, Int.min] {
            row(
                "2.4/refused-limit\(limit)",
                "A limit of \(limit) is refused.",
                given: three,
                find(limit: .atMost(limit)),
                .fails(.invalidParameter)
            )
        }
        row(
            "2.4/flags-none",
            "A request without return flags answers with a status only.",
            given: three,
            find(limit: nil, returning: []),
            .shape(.none, items: 0),
            then: [
                (find(limit: .all, returning: []), .shape(.none, items: 0)),
                (find([.account: "z"], limit: nil, returning: []), .fails(.itemNotFound)),
            ]
        )
        for (name, flags, parts) in flagTable {
            row(
                "2.4/flags-\(name)",
                "An element holds exactly \(name).",
                given: three,
                find(limit: .all, returning: flags),
                .shape(.list, items: 3),
                .parts(parts),
                then: [(find(limit: nil, returning: flags), .parts(parts))]
            )
            row(
                "2.4/added-\(name)",
                "An add returns exactly \(name).",
                add([.account: "a"], payload: [1], returning: flags),
                .shape(.single, items: 1),
                .parts(parts)
            )
        }
        row(
            "2.4/payload",
            "Data is the payload.",
            given: three,
            find([.account: "b"], limit: nil, returning: .data),
            .shape(.single, items: 1),
            .payload([2])
        )
        row(
            "2.4/payload-empty",
            "An empty payload is a payload.",
            given: [add(payload: [])],
            find(limit: nil, returning: .data),
            .payload([])
        )
        withoutPayload
        row(
            "2.4/added-nothing",
            "An add returns nothing unless asked.",
            add(payload: [1]),
            .shape(.none, items: 0)
        )
    }

    /// Three items with payloads.
    private static let three = [
        add([.account: "a"], payload: [1]), add([.account: "b"], payload: [2]),
        add([.account: "c"], payload: [3]),
    ]

    private static let limitTable: [(String, MatchLimit?, ItemAnswer.Container, Int)] = [
        ("absent", nil, .single, 1), ("one", .one, .single, 1), ("1", .atMost(1), .single, 1),
        ("all", .all, .list, 3), ("2", .atMost(2), .list, 2), ("3", .atMost(3), .list, 3),
        ("1000", .atMost(1000), .list, 3), ("largest", .atMost(.max), .list, 3),
    ]

    private static let flagTable: [(String, ReturnOptions, ReturnOptions)] = [
        ("data", .data, .data),
        ("attributes", .attributes, .attributes),
        ("persistent", .persistentReference, .persistentReference),
        ("data+attributes", [.data, .attributes], [.data, .attributes]),
        ("data+persistent", [.data, .persistentReference], [.data, .persistentReference]),
        (
            "attributes+persistent", [.attributes, .persistentReference],
            [.attributes, .persistentReference]
        ),
        (
            "all", [.data, .attributes, .persistentReference],
            [.data, .attributes, .persistentReference]
        ),
        ("attributes+reference", [.attributes, .reference], .attributes),
        ("data+reference", [.data, .reference], .data),
    ]

    private static let withoutPayload = rules {
        ConformanceRule(
            "2.4/no-payload",
            "The data of an item without a payload is an empty success."
        ) {
            try $0.given(add())
            let one = try $0.given(find(limit: nil, returning: .data))
            $0.equal(one.items.compactMap(\.secret).count, 0, "number of payloads")
            let list = try $0.given(find(returning: .data))
            $0.equal(list.items.compactMap(\.secret).count, 0, "number of payloads in the list")
        }
        row(
            "2.4/no-payload-attributes",
            "An item without a payload returns only attributes.",
            given: [add()],
            find(limit: nil, returning: [.data, .attributes]),
            .parts(.attributes)
        )
        row(
            "2.4/no-payload-added",
            "An add without payload returns empty data.",
            add(returning: .data),
            .payload([])
        )
        ConformanceRule(
            "2.4/reference",
            "A password has no live object, and a request for it is an empty success."
        ) {
            try $0.given(add(payload: [1]))
            for item in try $0.given(find(limit: nil, returning: .reference)).items {
                $0.equal(item.secret == nil, true, "absence of the payload")
                $0.equal(item.attributes == nil, true, "absence of attributes")
                $0.equal(item.persistentReference == nil, true, "absence of the reference")
            }
        }
        ConformanceRule("2.4/count", "An answer counts what it found.") { trial in
            for request in three { try trial.given(request) }
            trial.equal(try trial.given(find(returning: .data)).count, 3, "count of a search")
            trial.equal(try trial.given(update(to: [.label: "x"])).count, 3, "count of an update")
            trial.equal(try trial.given(delete()).count, 3, "count of a delete")
        }
        ConformanceRule("2.4/class", "Every element knows its class.") { trial in
            try trial.given(add(of: .internetPassword))
            let item = try trial.item(find(of: .internetPassword))
            trial.equal(item.itemClass, .internetPassword, "class")
        }
    }
}
