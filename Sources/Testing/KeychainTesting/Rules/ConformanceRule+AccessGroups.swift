@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 5: access groups.
    static let accessGroups = rules {
        membership
        moving
        token
        ConformanceRule("5/none", "A caller without groups is refused everything.") { trial in
            try trial.given(add())
            for request in [add([.account: "x"]), find(), update(to: [.label: "x"]), delete()] {
                try trial.expect(request, .fails(.missingEntitlement), as: [])
            }
        }
        for (name, request) in requests(in: "strangers") {
            row(
                "5/stranger-\(name)",
                "Naming a foreign group is refused.",
                given: [add()],
                request,
                .fails(.missingEntitlement)
            )
        }
        for (name, request) in requests(in: "") {
            row(
                "5/empty-\(name)",
                "The empty group is refused.",
                given: [add()],
                request,
                .fails(.invalidParameter)
            )
        }
        row(
            "5/empty-new",
            "No item moves into the empty group.",
            given: [add()],
            update(to: [.accessGroup: ""]),
            .fails(.invalidParameter)
        )
        ConformanceRule("5/empty-listed", "The empty group is ordinary for its members.") { trial in
            let groups = ["a", ""]
            try trial.given(add([.accessGroup: ""]), as: groups)
            try trial.expect(find([.accessGroup: ""]), .finds(1), as: groups)
            try trial.expect(find(), .finds(0), as: ["a"])
        }
    }

    /// Requests that name a group.
    private static func requests(in group: String) -> [(String, ItemRequest)] {
        let words: AttributeWords = [.accessGroup: .text(group)]
        return [
            ("add", add(words)), ("search", find(words)),
            ("update", update(words, to: [.label: "x"])), ("delete", delete(words)),
        ]
    }

    private static let membership = rules {
        ConformanceRule("5/default", "The first group is the default.") { trial in
            try trial.given(add([.account: "a"]), as: ["one", "two"])
            try trial.given(add([.account: "b"]), as: ["two", "one"])
            try trial.expect(
                find([.account: "a"]),
                .has([.accessGroup: "one"]),
                as: ["one", "two"]
            )
            try trial.expect(
                find([.account: "b"]),
                .has([.accessGroup: "two"]),
                as: ["one", "two"]
            )
        }
        ConformanceRule("5/normal-form", "Membership is decided by bytes.") { trial in
            let words: AttributeWords = [.accessGroup: "e\u{301}"]
            try trial.expect(add(words), .fails(.missingEntitlement), as: ["\u{E9}"])
            try trial.expect(find(words), .fails(.missingEntitlement), as: ["\u{E9}"])
            try trial.given(add(words), as: ["e\u{301}"])
            try trial.expect(find(), .finds(0), as: ["\u{E9}"])
        }
        ConformanceRule("5/explicit", "An item may be put into any group of the caller.") { trial in
            try trial.given(add([.accessGroup: "two"]), as: ["one", "two"])
            try trial.expect(find(), .has([.accessGroup: "two"]), as: ["two"])
            try trial.expect(find(), .finds(0), as: ["one"])
        }
        ConformanceRule("5/invisible", "Items of other groups do not exist.") { trial in
            try trial.given(add([.account: "a"], payload: [1]), as: ["one"])
            try trial.expect(find([.account: "a"]), .fails(.itemNotFound), as: ["two"])
            try trial.expect(
                update([.account: "a"], to: [.label: "x"]),
                .fails(.itemNotFound),
                as: ["two"]
            )
            try trial.expect(delete([.account: "a"]), .fails(.itemNotFound), as: ["two"])
            try trial.expect(find(), .finds(1), as: ["one"])
        }
        ConformanceRule("5/apart", "Items of other groups do not collide.") { trial in
            try trial.given(add([.account: "a"]), as: ["one"])
            try trial.expect(add([.account: "a"]), .succeeds, as: ["two"])
            try trial.expect(find(), .finds(2), as: ["one", "two"])
            try trial.expect(delete(), .succeeds, as: ["two"])
            try trial.expect(find(), .finds(1), as: ["one"])
        }
        ConformanceRule("5/shared", "Members of one group share its items.") { trial in
            try trial.given(add([.account: "a", .accessGroup: "team"]), as: ["one", "team"])
            try trial.expect(find([.account: "a"]), .finds(1), as: ["two", "team"])
            try trial.expect(
                add([.account: "a", .accessGroup: "team"]),
                .fails(.duplicateItem),
                as: ["two", "team"]
            )
            try trial.given(update([.account: "a"], to: [.label: "x"]), as: ["two", "team"])
            try trial.expect(find([.account: "a"]), .has([.label: "x"]), as: ["one", "team"])
        }
        ConformanceRule("5/named", "A search may name one of several groups.") { trial in
            try trial.given(add([.account: "a", .accessGroup: "one"]), as: ["one", "two"])
            try trial.given(add([.account: "a", .accessGroup: "two"]), as: ["one", "two"])
            try trial.expect(find(), .finds(2), as: ["one", "two"])
            try trial.expect(
                find([.accessGroup: "two"]),
                .finds(1),
                .has([.accessGroup: "two"]),
                as: ["one", "two"]
            )
        }
        for other in ["On", "one ", "ONE", "on*"] {
            ConformanceRule("5/exact-\(other)", "Membership is equality, not likeness.") { trial in
                try trial.given(add(), as: ["one"])
                try trial.expect(find(), .fails(.itemNotFound), as: [other])
                try trial.expect(
                    find([.accessGroup: "one"]),
                    .fails(.missingEntitlement),
                    as: [other]
                )
            }
        }
        ConformanceRule("5/star", "The star is membership in every group.") { trial in
            try trial.given(add([.account: "a"]), as: ["one"])
            try trial.given(add([.account: "b"]), as: ["two"])
            try trial.expect(find(), .finds(2), as: ["admin", "*"])
            try trial.expect(find([.accessGroup: "two"]), .finds(1), as: ["admin", "*"])
            try trial.given(add([.account: "c", .accessGroup: "two"]), as: ["admin", "*"])
            try trial.expect(find(), .finds(2), as: ["two"])
            try trial.given(delete(), as: ["admin", "*"])
            try trial.expect(find(), .finds(0), as: ["one"])
        }
    }

    private static let moving = rules {
        ConformanceRule("5/move", "An update moves an item to another group.") { trial in
            try trial.given(add(payload: [1]), as: ["one", "two"])
            try trial.given(update(to: [.accessGroup: "two"]), as: ["one", "two"])
            try trial.expect(find(), .finds(0), as: ["one"])
            try trial.expect(find(limit: nil, returning: .data), .payload([1]), as: ["two"])
        }
        ConformanceRule("5/move-foreign", "No item moves to a group of others.") { trial in
            try trial.given(add(), as: ["one"])
            try trial.expect(
                update(to: [.accessGroup: "two"]),
                .fails(.missingEntitlement),
                as: ["one"]
            )
        }
        ConformanceRule("5/move-taken", "No item moves onto another.") { trial in
            try trial.given(add([.account: "a"]), as: ["one"])
            try trial.given(add([.account: "a"]), as: ["two"])
            try trial.expect(
                update([.accessGroup: "one"], to: [.accessGroup: "two"]),
                .fails(.duplicateItem),
                as: ["one", "two"]
            )
        }
    }

    private static let token = rules {
        for (name, request) in requests(in: tokenGroup) where name != "search" {
            ConformanceRule("5/token-\(name)", "The token group is read-only.") { trial in
                try trial.expect(request, .fails(.missingEntitlement), as: ["one", tokenGroup])
            }
        }
        ConformanceRule("5/token-move", "No item moves into the token group.") { trial in
            try trial.given(add(), as: ["one", tokenGroup])
            try trial.expect(
                update(to: [.accessGroup: .text(tokenGroup)]),
                .fails(.missingEntitlement),
                as: ["one", tokenGroup]
            )
        }
        for groups in [["one"], ["one", "*"]] {
            ConformanceRule("5/token-of-\(groups.count)", "Nobody writes to the token group.") {
                for (_, request) in requests(in: tokenGroup) where request.writes {
                    try $0.expect(request, .fails(.missingEntitlement), as: groups)
                }
            }
        }
        ConformanceRule("5/star-default", "The star is not a default.") { trial in
            try trial.given(add(), as: ["*", "one"])
            try trial.expect(find(), .has([.accessGroup: "one"]), as: ["one"])
        }
        ConformanceRule("5/token-search", "Without tokens their group is empty.") { trial in
            try trial.expect(
                find([.accessGroup: .text(tokenGroup)]),
                .fails(.itemNotFound),
                as: ["one", tokenGroup]
            )
        }
    }

    private static let tokenGroup = "com.apple.token"
}
