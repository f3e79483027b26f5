@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 4.4 and 4.5: items with an item password.
    static let applicationPasswords = rules {
        row(
            "4.5/password-unasked",
            "An item with a password is not stored without the password and a user.",
            addition,
            .fails(.interactionNotAllowed)
        )
        password("context", "A password given beforehand stores and reads.") { trial in
            try trial.expect(addition.with(password: "right"), .succeeds, asked: 0)
            try trial.expect(read.with(password: "right"), .payload([4, 2]), asked: 0)
            try trial.expect(find().with(password: "right"), .finds(1), asked: 0)
        }
        password("wrong", "A wrong password reads nothing.") { trial in
            try trial.expect(addition.with(password: "right"), .succeeds, asked: 0)
            for wrong in ["wrong", "", "Right"] {
                try trial.expect(
                    read.with(password: wrong),
                    .fails(.authenticationFailed),
                    asked: 0
                )
            }
            try trial.expect(read.with(password: "right"), .payload([4, 2]), asked: 0)
        }
        password("asked", "The user is asked for a missing password.") { trial in
            try trial.expect(addition, .succeeds, saying: [.password("right")], asked: 1)
            try trial.expect(read, .payload([4, 2]), saying: [.password("right")], asked: 1)
            let wrong = [ConformanceSuite.Reply](repeating: .password("wrong"), count: 20)
            try trial.expect(read, .fails(.authenticationFailed), saying: wrong)
            try trial.expect(read, .fails(.userCanceled), saying: [.canceled], asked: 1)
            try trial.expect(
                find(returning: .attributes),
                .finds(1),
                saying: [.password("right")],
                asked: 1
            )
            try trial.expect(
                find(limit: nil, returning: []),
                .fails(.userCanceled),
                saying: [.canceled],
                asked: 1
            )
        }
        password("add-canceled", "Who gives no password stores nothing.") { trial in
            try trial.expect(addition, .fails(.userCanceled), saying: [.canceled], asked: 1)
            try trial.expect(
                addition.with { $0.interaction = .forbidden },
                .fails(.interactionNotAllowed),
                saying: [.password("right")],
                asked: 0
            )
            try trial.expect(find(), .fails(.itemNotFound), asked: 0)
        }
        password("silent", "Who must not be asked reads nothing.") { trial in
            try trial.expect(addition.with(password: "right"), .succeeds, asked: 0)
            try trial.expect(
                find(interaction: .forbidden),
                .fails(.interactionNotAllowed),
                asked: 0
            )
            try trial.expect(find(interaction: .skip), .fails(.itemNotFound), asked: 0)
            try trial.expect(
                find(interaction: .skip).with(password: "right"),
                .finds(1),
                asked: 0
            )
        }
        password("update", "An update needs the password and keeps it.") { trial in
            try trial.expect(addition.with(password: "right"), .succeeds, asked: 0)
            try trial.expect(
                update(to: [.label: "x"]).with(password: "wrong"),
                .fails(.authenticationFailed),
                asked: 0
            )
            try trial.expect(
                update(to: [.label: "x"], payload: [5]).with(password: "right"),
                .succeeds,
                asked: 0
            )
            try trial.expect(read.with(password: "right"), .payload([5]), asked: 0)
            try trial.expect(
                find().with(password: "right"),
                .has([.label: "x"]),
                asked: 0
            )
        }
        password("delete", "A deletion needs no password.") { trial in
            try trial.expect(addition.with(password: "right"), .succeeds, asked: 0)
            try trial.expect(delete(), .succeeds, asked: 0)
            try trial.expect(find(), .fails(.itemNotFound), asked: 0)
        }
        password("two", "Each item has its own password.") { trial in
            let other = addition.with { $0.attributes[.account] = .string("b") }
            try trial.expect(addition.with(password: "one"), .succeeds, asked: 0)
            try trial.expect(other.with(password: "two"), .succeeds, asked: 0)
            try trial.expect(
                find([.account: "a"]).with(password: "two"),
                .fails(.authenticationFailed),
                asked: 0
            )
            try trial.expect(find([.account: "b"]).with(password: "two"), .finds(1), asked: 0)
        }
        password("and-presence", "A password and a user are two proofs.") { trial in
            let both = add(
                [
                    .accessControl: .guarded(
                        .whenUnlocked,
                        [.userPresence, .applicationPassword]
                    )
                ],
                payload: [4, 2]
            )
            try trial.expect(both.with(password: "right"), .succeeds, asked: 0)
            try trial.expect(
                read.with(password: "right"),
                .payload([4, 2]),
                saying: [.passcode],
                asked: 1
            )
            try trial.expect(
                read.with(password: "right"),
                .fails(.userCanceled),
                saying: [.canceled],
                asked: 1
            )
            try trial.expect(
                read.with(password: "wrong"),
                .fails(.authenticationFailed),
                saying: [.passcode]
            )
        }
    }

    private static let read = find(limit: nil, returning: .data)
    private static let addition = add(
        [.account: "a", .accessControl: .guarded(.whenUnlocked, .applicationPassword)],
        payload: [4, 2]
    )

    private static func password(
        _ name: String,
        _ sentence: String,
        body: @escaping @Sendable (Trial) throws -> Void
    ) -> ConformanceRule {
        asking("password-\(name)", sentence, given: [], body: body)
    }
}

extension ItemRequest {
    /// The request with a context that holds an application password.
    fileprivate func with(password: String) -> ItemRequest {
        let context = AuthenticationContext()
        context.setCredential(
            SecretBytes(Array(password.utf8)),
            for: .applicationPassword
        )
        return self.in(context)
    }
}
