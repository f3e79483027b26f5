@_spi(Keepers) import PortableKeychain

extension ConformanceRule {
    /// Specification 7.2: the operations that work while class keys are out of reach.
    static let locking = rules {
        for state in states {
            for name in allNames {
                if state.closed.contains(name) {
                    refused(state, name)
                } else {
                    works(state, name)
                }
                deletes(state, name)
            }
            search(state)
        }
        passcodeRemoved
    }

    /// A state of the lock and the accessibilities that it closes.
    private struct LockState: Sendable {
        var name: String
        var closed: Set<String>
        var needs: Set<Need> = [.locking, .restarting]
        var enter: @Sendable (Trial) throws -> Void
    }

    private static let allNames = ["ak", "aku", "akpu", "ck", "cku", "dk", "dku"]

    private static let states = [
        LockState(name: "locked", closed: ["ak", "aku", "akpu"], needs: [.locking]) { trial in
            try trial.session.locking?.lock()
            trial.forgetKeepers()
        },
        LockState(name: "restarted", closed: ["ak", "aku", "akpu", "ck", "cku"]) { trial in
            try trial.session.locking?.restart?()
            trial.forgetKeepers()
        },
        LockState(name: "unlocked", closed: []) { trial in
            try trial.session.locking?.restart?()
            trial.forgetKeepers()
            try trial.session.locking?.unlock()
            trial.forgetKeepers()
        },
        LockState(name: "unlocked-and-locked", closed: ["ak", "aku", "akpu"]) { trial in
            try trial.session.locking?.restart?()
            try trial.session.locking?.unlock()
            try trial.session.locking?.lock()
            trial.forgetKeepers()
        },
    ]

    /// A rule that runs with a passcode and, from `enter` on, in a state of the lock.
    private static func rule(
        _ state: LockState,
        _ name: String,
        _ sentence: String,
        given preparation: [ItemRequest],
        body: @escaping @Sendable (Trial) throws -> Void
    ) -> ConformanceRule {
        ConformanceRule("7.2/\(state.name)-\(name)", sentence, needs: state.needs) { trial in
            try trial.session.locking?.setPasscode()
            trial.forgetKeepers()
            for request in preparation { try trial.given(request) }
            try state.enter(trial)
            try body(trial)
        }
    }

    private static func refused(_ state: LockState, _ name: String) -> ConformanceRule {
        let accessible: AttributeWords = [.accessible: .text(name)]
        return rule(
            state,
            name,
            "\(name) is out of reach while \(state.name).",
            given: [
                add(accessible.with([.account: "a"]), payload: [1]),
                add([.account: "open", .accessible: "dk"]),
            ]
        ) { trial in
            let asked: [AttributeWords] = [[.account: "a"], accessible, [:]]
            for words in asked {
                for flags in [ReturnOptions.data, .attributes, .persistentReference, []] {
                    try trial.expect(
                        find(words, returning: flags),
                        .fails(.interactionNotAllowed)
                    )
                }
            }
            let closed = KeychainError.Code.interactionNotAllowed
            try trial.expect(add(accessible.with([.account: "new"])), .fails(closed))
            try trial.expect(add(accessible.with([.account: "a"])), .fails(closed))
            try trial.expect(update([.account: "a"], to: [.label: "x"]), .fails(closed))
            try trial.expect(update([.account: "open"], to: accessible), .fails(closed))
            try trial.expect(find([.account: "open"]), .finds(1))
            try trial.session.locking?.unlock()
            trial.forgetKeepers()
            try trial.expect(find([.account: "a"], limit: nil, returning: .data), .payload([1]))
            try trial.expect(find([.account: "open"]), .has([.accessible: "dk"]), .lacks([.label]))
            try trial.expect(find(), .finds(2))
        }
    }

    private static func works(_ state: LockState, _ name: String) -> ConformanceRule {
        let accessible: AttributeWords = [.accessible: .text(name)]
        return rule(
            state,
            name,
            "\(name) works while \(state.name).",
            given: [add(accessible.with([.account: "a"]), payload: [1])]
        ) { trial in
            try trial.expect(find([.account: "a"], limit: nil, returning: .data), .payload([1]))
            try trial.expect(find(), .has(accessible))
            try trial.expect(update([.account: "a"], to: [.label: "x"]), .succeeds)
            try trial.expect(add(accessible.with([.account: "b"])), .succeeds)
            try trial.expect(add(accessible.with([.account: "a"])), .fails(.duplicateItem))
            try trial.expect(find(), .finds(2))
        }
    }

    private static func deletes(_ state: LockState, _ name: String) -> ConformanceRule {
        let accessible: AttributeWords = [.accessible: .text(name)]
        let closed = state.closed.contains(name)
        return rule(
            state,
            "\(name)-delete",
            "Deleting needs a key only to leave a tombstone.",
            given: [
                add(accessible.with([.account: "local"])),
                add(accessible.with([.account: "labelled", .label: "x"])),
                add(accessible.with([.account: "synced", .synchronizable: 1])),
            ]
        ) { trial in
            try trial.expect(delete([.account: "local"]), .succeeds)
            try trial.expect(find([.account: "local"]), .finds(0))
            try trial.expect(delete(accessible.with([.label: "x"])), .succeeds)
            try trial.expect(
                delete([.account: "synced", .synchronizable: 1]),
                closed ? .fails(.interactionNotAllowed) : .succeeds
            )
        }
    }

    private static func search(_ state: LockState) -> ConformanceRule {
        rule(
            state,
            "search",
            "A search that matches nothing closed is not affected.",
            given: [
                add([.account: "closed", .accessible: "ak", .label: "c"]),
                add([.account: "open", .accessible: "dk", .label: "o"]),
            ]
        ) { trial in
            try trial.expect(find([.account: "open"]), .finds(1))
            try trial.expect(find([.label: "o"]), .finds(1))
            try trial.expect(find([.accessible: "dk"]), .finds(1))
            try trial.expect(find([.accessible: "dku"]), .fails(.itemNotFound))
            try trial.expect(find([.account: "nobody"]), .fails(.itemNotFound))
            try trial.expect(find(of: .internetPassword), .fails(.itemNotFound))
        }
    }

    private static let passcodeRemoved = rules {
        ConformanceRule("3.6/gone", "akpu items are lost with the passcode.", needs: [.locking]) {
            trial in
            try trial.loseItem()
            try trial.expect(find(), .fails(.itemNotFound))
            try trial.expect(update(to: [.label: "x"]), .fails(.itemNotFound))
            try trial.expect(add([.accessible: "akpu", .account: "b"]), .fails(.notAvailable))
        }
        ConformanceRule("3.6/others", "Other items stay when akpu ones go.", needs: [.locking]) {
            trial in
            try trial.loseItem()
            try trial.given(add([.account: "stays"]))
            try trial.expect(find(), .finds(1), .has([.account: "stays"]))
        }
        ConformanceRule("3.6/delete", "Lost items can be deleted.", needs: [.locking]) { trial in
            try trial.loseItem()
            try trial.expect(delete(), .succeeds)
            try trial.expect(delete(), .fails(.itemNotFound))
        }
        ConformanceRule("3.6/replace", "An add replaces a lost item.", needs: [.locking]) { trial in
            try trial.loseItem()
            try trial.expect(add([.account: "a"], payload: [2]), .succeeds)
            try trial.expect(find(limit: nil, returning: .data), .payload([2]))
            try trial.expect(find(), .finds(1))
        }
        ConformanceRule("3.6/for-good", "A new passcode restores no lost item.", needs: [.locking])
        {
            trial in
            try trial.loseItem()
            try trial.session.locking?.setPasscode()
            trial.forgetKeepers()
            try trial.expect(find(), .fails(.itemNotFound))
            try trial.expect(add([.account: "a", .accessible: "akpu"]), .succeeds)
            try trial.expect(find(), .finds(1))
        }
    }
}

extension Trial {
    /// Stores an item that needs a passcode, and removes the passcode.
    fileprivate func loseItem() throws {
        try session.locking?.setPasscode()
        forgetKeepers()
        try given(add([.account: "a", .accessible: "akpu"], payload: [1]))
        try session.locking?.removePasscode()
        forgetKeepers()
    }
}
