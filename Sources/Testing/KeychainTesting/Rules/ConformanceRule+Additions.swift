@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 3.2: adding.
    static let additions = rules {
        row(
            "3.2/payload",
            "An add stores the payload.",
            given: [add(payload: [1, 2, 3])],
            find(limit: nil, returning: .data),
            .payload([1, 2, 3])
        )
        row(
            "3.2/no-payload",
            "An add needs no payload.",
            add([.account: "a"]),
            .succeeds,
            then: [(find(), .finds(1))]
        )
        row(
            "3.2/duplicate",
            "An add with the primary key of another item is refused.",
            given: [add([.account: "a", .label: "old"], payload: [1])],
            add([.account: "a", .label: "new"], payload: [2]),
            .fails(.duplicateItem),
            then: [
                (find(), .has([.label: "old"])),
                (find(limit: nil, returning: .data), .payload([1])),
            ]
        )
        row(
            "3.2/duplicate-returns",
            "A refused add returns nothing.",
            given: [add()],
            add(payload: [2], returning: [.data, .attributes]),
            .fails(.duplicateItem)
        )
        for (name, filter) in allFilters {
            row(
                "3.2/filter-\(name)",
                "An add takes no filter \(name).",
                add([.server: "a"], of: .internetPassword).with { $0.filters = [filter] },
                .fails(.invalidParameter)
            )
        }
        for limit in [MatchLimit.one, .all, .atMost(1), .atMost(2), .atMost(-1)] {
            row(
                "3.2/limit-\(limit)",
                "An add takes no limit.",
                add().with { $0.limit = limit },
                .fails(.invalidParameter)
            )
        }
        row(
            "3.2/item-list",
            "An add takes no item list.",
            add().with { $0.namesItemList = true },
            .fails(.invalidParameter)
        )
        row(
            "3.2/skip",
            "An add cannot skip its user.",
            add().with { $0.interaction = .skip },
            .fails(.invalidParameter)
        )
        row(
            "3.2/forbidden",
            "An add may forbid to ask the user.",
            add().with { $0.interaction = .forbidden },
            .succeeds
        )
        row(
            "3.2/again",
            "A deleted item can be added again.",
            given: [add(), delete()],
            add(),
            .succeeds
        )
        row(
            "3.2/token",
            "No item is stored as if a hardware token held it.",
            add([.tokenID: "com.apple.setoken"]),
            .fails(.unimplemented),
            then: [(find(), .finds(0))]
        )
        row(
            "3.4/token",
            "No item becomes one of a hardware token.",
            given: [add([.account: "a"])],
            update(to: [.tokenID: "com.apple.setoken"]),
            .fails(.unimplemented),
            then: [(find([.tokenID: "com.apple.setoken"]), .finds(0)), (find(), .finds(1))]
        )
        for (name, words) in conflicts {
            row(
                "3.2/\(name)",
                "An access control and pdmn must agree.",
                add(words),
                .fails(.invalidParameter)
            )
        }
        row(
            "3.2/accc-agrees",
            "A plain access control beside its own pdmn is accepted.",
            add([.accessible: "ck", .accessControl: .plain(.afterFirstUnlock)]),
            .succeeds,
            then: [(find(), .has([.accessible: "ck"]))]
        )
        ConformanceRule(
            "3.2/no-passcode",
            "An akpu item is refused without a passcode.",
            needs: [.locking]
        ) {
            try $0.expect(add([.accessible: "akpu"]), .fails(.notAvailable))
            try $0.expect(
                add([.accessControl: .plain(.whenPasscodeSetThisDeviceOnly)]),
                .fails(.notAvailable)
            )
            try $0.given(add())
            try $0.expect(update(to: [.accessible: "akpu"]), .fails(.notAvailable))
        }
    }

    static let allFilters: [(String, MatchFilter)] = [
        ("host", .hostOrSubdomain("a")), ("issuers", .issuers([])),
        ("policy", .policy(CertificatePolicy(identifier: "1.2.3"))),
        ("date", .valid(at: 0)), ("trusted", .trustedOnly(false)), ("e-mail", .emailAddress("")),
        ("ignored", .ignored("m_CaseInsensitive")),
    ]

    private static let conflicts: [(String, AttributeWords)] = [
        ("accc-differs", [.accessible: "ak", .accessControl: .plain(.afterFirstUnlock)]),
        ("accc-rules", [.accessible: "ck", .accessControl: .guarded(.afterFirstUnlock, [])]),
        (
            "accc-constraints",
            [.accessible: "ak", .accessControl: .guarded(.whenUnlocked, .userPresence)]
        ),
    ]
}
