@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 4.1: accessibility of an unlocked keychain.
    static let accessibility = rules {
        for name in ["ak", "ck", "dk", "aku", "cku", "dku"] {
            row(
                "4.1/\(name)",
                "\(name) is an accessibility.",
                given: [add([.accessible: .text(name)], payload: [1])],
                find([.accessible: .text(name)]),
                .has([.accessible: .text(name)]),
                then: [(find(limit: nil, returning: .data), .payload([1]))]
            )
        }
        for name in ["aku", "cku", "dku"] {
            row(
                "4.1/sync-\(name)",
                "\(name) may be synchronized.",
                add([.accessible: .text(name), .synchronizable: 1]),
                .succeeds,
                then: [(find([.synchronizable: 1]), .has([.accessible: .text(name)]))]
            )
        }
        ConformanceRule("4.1/akpu", "An akpu item is accepted with a passcode.", needs: [.locking])
        { trial in
            try trial.session.locking?.setPasscode()
            trial.forgetKeepers()
            try trial.given(add([.accessible: "akpu"], payload: [1]))
            try trial.expect(
                find(),
                .has([
                    .accessible: "akpu", .accessControl: .plain(.whenPasscodeSetThisDeviceOnly),
                ])
            )
            try trial.expect(find(limit: nil, returning: .data), .payload([1]))
        }
    }

    /// Specification 4.2, 4.4 and 4.5: rules of access, without an authenticator.
    static let accessControl = rules {
        synchronizedRules
        row(
            "4.4/key-usage",
            "A password cannot be stored only for key usage.",
            add([.accessControl: .guarded(.whenUnlocked, .privateKeyUsage)]),
            .fails(.authenticationFailed)
        )
        row(
            "4.4/no-flags",
            "Without flags, no authentication is required.",
            given: [add([.accessControl: .guarded(.whenUnlocked, [])], payload: [1])],
            find(limit: nil, returning: .data, interaction: .forbidden),
            .payload([1])
        )
        for (name, constraints) in constraintTable {
            row(
                "4.5/add-\(name)",
                "Storing with \(name) does not prompt.",
                add([.accessControl: .guarded(.whenUnlocked, constraints)], payload: [1]),
                .succeeds,
                then: [(add(), .fails(.duplicateItem))]
            )
            for interaction in [UserInteraction.allowed, .forbidden] {
                row(
                    "4.5/read-\(name)-\(interaction)",
                    "Reading with \(name) asks for the user.",
                    given: [
                        add([.accessControl: .guarded(.whenUnlocked, constraints)], payload: [1])
                    ],
                    find(limit: nil, returning: .data, interaction: interaction),
                    .fails(.interactionNotAllowed)
                )
            }
        }
        for (name, flags) in flagTable {
            row(
                "4.5/asks-\(name)",
                "A search for \(name) asks too.",
                given: [guarded],
                find(limit: nil, returning: flags),
                .fails(.interactionNotAllowed)
            )
            row(
                "4.5/skips-\(name)",
                "An item that is skipped is left out of \(name).",
                given: [guarded, add([.account: "open"], payload: [1])],
                find(returning: flags, interaction: .skip),
                .shape(flags.isEmpty ? .none : .list, items: flags.isEmpty ? 0 : 1)
            )
        }
        row(
            "4.5/skips-all",
            "A search that leaves out all items finds nothing.",
            given: [guarded],
            find(interaction: .skip),
            .fails(.itemNotFound)
        )
        row(
            "4.5/one-fails-all",
            "One item that would ask fails the whole search.",
            given: [add([.account: "open"]), guarded],
            find(),
            .fails(.interactionNotAllowed),
            then: [(find([.account: "open"]), .finds(1))]
        )
        row(
            "4.5/update",
            "An update asks.",
            given: [guarded],
            update(to: [.label: "x"]),
            .fails(.interactionNotAllowed)
        )
        row(
            "4.5/update-mixed",
            "One item that would ask fails the whole update.",
            given: [add([.account: "open"]), guarded],
            update(to: [.label: "x"]),
            .fails(.interactionNotAllowed),
            then: [(find([.label: "x"], interaction: .skip), .finds(0))]
        )
        row(
            "4.5/delete",
            "A delete does not ask.",
            given: [guarded],
            delete(),
            .succeeds,
            then: [(find(), .finds(0))]
        )
    }

    private static let guarded = add(
        [.account: "guarded", .accessControl: .guarded(.whenUnlocked, .userPresence)],
        payload: [9]
    )

    static let constraintTable: [(String, AccessControl.Constraints)] = [
        ("presence", .userPresence), ("biometry", .biometryAny), ("current", .biometryCurrentSet),
        ("passcode", .devicePasscode), ("companion", .companion),
        ("either", [.biometryAny, .devicePasscode, .or]),
        ("both", [.biometryAny, .devicePasscode, .and]),
    ]

    private static let flagTable: [(String, ReturnOptions)] = [
        ("nothing", []), ("attributes", .attributes),
        ("persistent reference", .persistentReference),
        ("data", .data),
    ]

    private static let synchronizedRules = rules {
        for (name, constraints) in [
            ("no flags", []), ("presence", .userPresence),
        ] as [(String, AccessControl.Constraints)] {
            let rules: Word = .guarded(.whenUnlocked, constraints)
            row(
                "4.2/add-\(name)",
                "No add makes a synchronized item with rules (\(name)).",
                add([.synchronizable: 1, .accessControl: rules]),
                .fails(.invalidParameter)
            )
            row(
                "4.2/update-\(name)",
                "An update cannot set both rules and synchronization (\(name)).",
                given: [add()],
                update(to: [.synchronizable: 1, .accessControl: rules]),
                .fails(.invalidParameter)
            )
            row(
                "4.2/rules-later-\(name)",
                "A synchronized item gets no rules (\(name)).",
                given: [add([.synchronizable: 1])],
                update([.synchronizable: 1], to: [.accessControl: rules]),
                .fails(.invalidParameter)
            )
        }
        row(
            "4.2/sync-later",
            "An item with rules is not synchronized later.",
            given: [add([.accessControl: .guarded(.whenUnlocked, [])])],
            update(to: [.synchronizable: 1]),
            .fails(.invalidParameter)
        )
        row(
            "4.2/plain",
            "An access control without rules may be synchronized.",
            add([.synchronizable: 1, .accessControl: .plain(.afterFirstUnlock)]),
            .succeeds,
            then: [(find([.synchronizable: 1]), .has([.accessible: "ck"]))]
        )
        row(
            "4.2/sync-0",
            "Rules beside sync 0 are accepted.",
            add([.synchronizable: 0, .accessControl: .guarded(.whenUnlocked, [])]),
            .succeeds
        )
    }
}
