@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 4.5: the times when the user is asked, and the effect of the answers.
    static let authentication = rules {
        for (name, constraints) in constraintTable { answers(name, constraints) }
        for (name, flags) in flagTable {
            asking("search-\(name)", "A search for \(name) asks.", given: [secret]) { trial in
                try trial.expect(find(returning: flags), .succeeds, saying: [.passcode], asked: 1)
                try trial.expect(
                    find(returning: flags),
                    .fails(.userCanceled),
                    saying: [.canceled],
                    asked: 1
                )
            }
        }
        asking("again", "Without a context every request asks.", given: [secret]) { trial in
            for _ in 1...2 {
                try trial.expect(read, .payload([9]), saying: [.passcode], asked: 1)
            }
        }
        asking("once", "A search over several items asks once.", given: [secret, second]) { trial in
            try trial.expect(find(), .finds(2), saying: [.passcode], asked: 1)
        }
        asking("only-matches", "What does not match asks nothing.", given: [secret]) { trial in
            try trial.expect(find([.account: "other"]), .fails(.itemNotFound), asked: 0)
            try trial.expect(find([.label: "x"]), .fails(.itemNotFound), asked: 0)
            try trial.expect(find(of: .internetPassword), .fails(.itemNotFound), asked: 0)
        }
        asking("add", "Storing asks nothing, nor does finding a duplicate.", given: []) { trial in
            try trial.expect(secret, .succeeds, asked: 0)
            try trial.expect(secret, .fails(.duplicateItem), asked: 0)
            try trial.expect(add([.account: "a"]), .fails(.duplicateItem), asked: 0)
        }
        asking("delete", "Deleting asks nothing.", given: [secret]) { trial in
            try trial.expect(
                delete().with { $0.interaction = .forbidden },
                .succeeds,
                asked: 0
            )
            try trial.expect(find(), .fails(.itemNotFound), asked: 0)
        }
        asking("update", "An update asks, and the item asks as before.", given: [secret]) { trial in
            let change = update(to: [.label: "x"])
            try trial.expect(change, .fails(.userCanceled), saying: [.canceled], asked: 1)
            try trial.expect(change, .succeeds, saying: [.passcode], asked: 1)
            try trial.expect(find(), .has([.label: "x"]), saying: [.passcode], asked: 1)
            try trial.expect(read, .payload([9]), saying: [.passcode], asked: 1)
            try trial.expect(
                update(to: [:], payload: [5, 6]),
                .succeeds,
                saying: [.passcode],
                asked: 1
            )
            try trial.expect(read, .payload([5, 6]), saying: [.passcode], asked: 1)
            try trial.expect(
                change.with { $0.interaction = .forbidden },
                .fails(.interactionNotAllowed),
                asked: 0
            )
        }
        asking("flags-0", "Without flags the user is not asked.", given: [free]) { trial in
            for interaction in [UserInteraction.allowed, .forbidden, .skip] {
                try trial.expect(find(interaction: interaction), .finds(1), asked: 0)
            }
            try trial.expect(read, .payload([9]), asked: 0)
            try trial.expect(update(to: [.label: "x"]), .succeeds, asked: 0)
            try trial.expect(delete(), .succeeds, asked: 0)
        }
        changesOfProtection
        contexts
        guardedObjects
        ConformanceRule(
            "4.5/no-passcode",
            "The user is asked for yes or no without a passcode.",
            needs: [.authentication]
        ) { trial in
            try trial.given(secret)
            try trial.expect(read, .payload([9]), saying: [.confirmed], asked: 1)
            try trial.expect(read, .fails(.userCanceled), saying: [.canceled], asked: 1)
        }
        asking("locked", "What is locked asks nothing.", given: [secret]) { trial in
            try trial.session.locking?.lock()
            trial.forgetKeepers()
            try trial.expect(read, .fails(.interactionNotAllowed), saying: [.passcode], asked: 0)
        }
    }

    private static let read = find(limit: nil, returning: .data)
    private static let secret = add(
        [.account: "a", .accessControl: .guarded(.whenUnlocked, .userPresence)],
        payload: [9]
    )
    private static let second = add(
        [.account: "b", .accessControl: .guarded(.whenUnlocked, .devicePasscode)],
        payload: [8]
    )
    private static let free = add(
        [.accessControl: .guarded(.whenUnlocked, [])],
        payload: [9]
    )

    private static let flagTable: [(String, ReturnOptions)] = [
        ("nothing", []), ("attributes", .attributes), ("data", .data),
        ("reference", .persistentReference), ("all", [.data, .attributes, .persistentReference]),
    ]

    /// A rule that runs with a passcode and a user who can be asked.
    static func asking(
        _ name: String,
        _ sentence: String,
        given preparation: [ItemRequest],
        body: @escaping @Sendable (Trial) throws -> Void
    ) -> ConformanceRule {
        ConformanceRule("4.5/asked-\(name)", sentence, needs: [.authentication, .locking]) {
            trial in
            try trial.session.locking?.setPasscode()
            trial.forgetKeepers()
            for request in preparation { try trial.given(request) }
            try body(trial)
        }
    }

    private static func answers(
        _ name: String,
        _ constraints: AccessControl.Constraints
    ) -> [ConformanceRule] {
        let addition = add(
            [.accessControl: .guarded(.whenUnlocked, constraints)],
            payload: [1, 2]
        )
        return rules {
            asking("proven-\(name)", "With proof \(name) is read.", given: [addition]) { trial in
                try trial.expect(read, .payload([1, 2]), saying: [.passcode], asked: 1)
                try trial.expect(
                    find(),
                    .has([.accessControl: .guarded(.whenUnlocked, constraints)]),
                    saying: [.passcode],
                    asked: 1
                )
            }
            asking("canceled-\(name)", "Without, \(name) is not.", given: [addition]) { trial in
                try trial.expect(read, .fails(.userCanceled), saying: [.canceled], asked: 1)
            }
            asking("wrong-\(name)", "Wrong answers do not read \(name).", given: [addition]) {
                let wrong = [ConformanceSuite.Reply](repeating: .wrongPasscode, count: 20)
                try $0.expect(read, .fails(.authenticationFailed), saying: wrong)
                try $0.expect(read, .payload([1, 2]), saying: [.passcode], asked: 1)
            }
            asking("forbidden-\(name)", "Unasked, \(name) is not read.", given: [addition]) {
                try $0.expect(
                    find(returning: .data, interaction: .forbidden),
                    .fails(.interactionNotAllowed),
                    saying: [.passcode],
                    asked: 0
                )
                try $0.expect(
                    find(returning: .data, interaction: .skip),
                    .fails(.itemNotFound),
                    saying: [.passcode],
                    asked: 0
                )
            }
        }
    }

    private static let changesOfProtection = rules {
        asking("lifted", "Rules are lifted with proof, for good.", given: [secret]) { trial in
            let change = update(to: [.accessControl: .guarded(.whenUnlocked, [])])
            try trial.expect(
                change,
                .fails(.userCanceled),
                saying: [.canceled],
                asked: 1
            )
            try trial.expect(change, .succeeds, saying: [.passcode], asked: 1)
            try trial.expect(read, .payload([9]), asked: 0)
        }
        asking("laid", "Rules are laid on an item without a question.", given: [free]) { trial in
            try trial.expect(
                update(to: [.accessControl: .guarded(.whenUnlocked, .userPresence)]),
                .succeeds,
                asked: 0
            )
            try trial.expect(read, .fails(.userCanceled), saying: [.canceled], asked: 1)
            try trial.expect(read, .payload([9]), saying: [.passcode], asked: 1)
        }
        asking("class", "A new accessibility keeps the rules.", given: [secret]) { trial in
            try trial.expect(
                update(to: [.accessible: "ck"]),
                .succeeds,
                saying: [.passcode],
                asked: 1
            )
            try trial.expect(read, .payload([9]), saying: [.passcode], asked: 1)
            try trial.expect(
                find(),
                .has([.accessControl: .guarded(.afterFirstUnlock, .userPresence)]),
                saying: [.passcode],
                asked: 1
            )
        }
    }

    private static let contexts = rules {
        asking("context", "A context keeps the proof.", given: [secret]) { trial in
            let context = AuthenticationContext()
            try trial.expect(read.in(context), .payload([9]), saying: [.passcode], asked: 1)
            try trial.expect(read.in(context), .payload([9]), asked: 0)
            try trial.expect(update(to: [.label: "x"]).in(context), .succeeds, asked: 0)
            let other = AuthenticationContext()
            try trial.expect(
                read.in(other),
                .fails(.userCanceled),
                saying: [.canceled],
                asked: 1
            )
            context.interactionNotAllowed = true
            try trial.expect(read.in(context), .payload([9]), asked: 0)
        }
        asking("context-silent", "A context can forbid questions.", given: [secret]) { trial in
            let context = AuthenticationContext()
            context.interactionNotAllowed = true
            try trial.expect(
                read.in(context),
                .fails(.interactionNotAllowed),
                saying: [.passcode],
                asked: 0
            )
        }
        asking("context-invalid", "A context given up proves nothing.", given: [secret]) { trial in
            let context = AuthenticationContext()
            try trial.expect(read.in(context), .payload([9]), saying: [.passcode], asked: 1)
            context.invalidate()
            try trial.expect(
                read.in(context),
                .fails(.interactionNotAllowed),
                saying: [.passcode],
                asked: 0
            )
        }
        asking("context-passcode", "A passcode given beforehand is proof.", given: [secret]) {
            let context = AuthenticationContext()
            context.setCredential(SecretBytes(Array("wrong".utf8)), for: .passcode)
            try $0.expect(read.in(context), .fails(.authenticationFailed), asked: 0)
            let passcode = $0.session.authentication?.passcode ?? ""
            context.setCredential(SecretBytes(Array(passcode.utf8)), for: .passcode)
            try $0.expect(read.in(context), .payload([9]), asked: 0)
            try $0.expect(find(interaction: .skip).in(context), .finds(1), asked: 0)
            context.setCredential(nil, for: .passcode)
            try $0.expect(
                read.in(AuthenticationContext()),
                .fails(.interactionNotAllowed),
                saying: []
            )
        }
    }
}
