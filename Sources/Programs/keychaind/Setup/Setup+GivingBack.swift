internal import KeychainSecretService
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText
internal import SessionBus

extension Setup {
    private static let command = "keychainctl secret-service disable --give-back"

    /// Takes back what `enable` did, and says how many items the program from before does not have, if it shows its
    /// items without a question.
    ///
    /// - Throws: ``Failure``.
    func disable() throws {
        try common.disable(saying: nil)
        // A keychain that is damaged or away is no reason to keep the desktop from its other keyring.
        let items = try? Self.storedItems(of: Self.keychain())
        guard items?.isEmpty != true else { return }
        let owner = try? common.bus.owner()
        guard let items, case .program(_, let name) = owner, name != SecretServiceSetup.program,
            let present = try? SessionBus.presentItems(asksUser: false).items
        else {
            let text = "What programs stored meanwhile stays in your keychain."
            return Terminal.say("\(text) '\(Self.command)' hands it to the other program.")
        }
        let handover = Handover(of: items, to: present)
        guard !handover.isEmpty else { return }
        Terminal.say(
            """
            Your keychain has \(counted(handover.count, "item")) that \(Self.shown(owner)) does not have, or has with an \
            older secret. '\(Self.command)' hands them over.
            """
        )
    }

    /// Takes back what `enable` did, and stores in the keyring of the program from before what programs have stored or
    /// changed in the keychain meanwhile; deletes nothing.
    ///
    /// Each step looks at what is there, so the next run finishes one that was interrupted.
    ///
    /// - Parameter isConfirmed: Whether it hands the items over without a question.
    /// - Throws: ``Failure``, or an error of the keychain.
    func giveBack(isConfirmed: Bool) throws {
        // Before anything is changed: there may be no terminal to ask on, or the user does not unlock the keychain.
        guard isConfirmed || TerminalPrompt.isPossible else {
            throw Failure(
                .usage,
                "there is no terminal to ask on before the items are handed over",
                advice: "use --yes, or run this in the foreground of a terminal"
            )
        }
        let keychain = try Self.keychain()
        try keychain?.requireUnlocked()
        try common.disable(saying: nil)
        // Programs could store until it ended. From this very keychain: where the kernel keeps no keys, another one
        // would be locked.
        let items = try Self.storedItems(of: keychain)
        let present = try Self.itemsOfOther()
        let owner = try common.bus.owner()
        guard case .program(_, let name) = owner, name != SecretServiceSetup.program else {
            throw Self.failure(.provider("it has just ended"), "nothing was handed over")
        }
        let other = Self.shown(owner)
        let handover = Handover(of: items, to: present)
        Self.show(handover, other)
        guard !handover.isEmpty else { return }
        guard try isConfirmed || Terminal.confirm("Hand them over to \(other)?") else {
            throw Failure(
                .declined,
                "nothing was handed over",
                advice: "'\(Self.command)' asks again"
            )
        }
        do throws(SessionBusProblem) {
            try SessionBus.give(handover)
        } catch {
            throw Self.failure(error, "some items were not handed over")
        }
        let rest = Handover(of: items, to: try Self.itemsOfOther())
        guard rest.isEmpty else {
            throw Failure(
                .unfit,
                "\(other) did not keep \(counted(rest.count, "item"))",
                advice: "run '\(Self.command)' again; your keychain still has them"
            )
        }
        let count = counted(handover.count, "item")
        Terminal.say("Handed over to \(other): \(count). Your keychain keeps them too.")
    }

    /// The name of the other program, for people; one that may not be ended, such as KeePassXC, takes items as well.
    private static func shown(_ owner: NameOwner?) -> String {
        owner.flatMap { try? OtherKeyring.having($0) }?.shown ?? "the other program"
    }

    /// The default keychain; `nil` if nothing was stored yet.
    private static func keychain() throws -> Keychain? { try KeychainChoice().openIfPresent() }

    /// The items that programs stored in the default keychain.
    private static func storedItems(of keychain: Keychain?) throws -> [ForeignItem] {
        try keychain.map { try service(of: $0).storedItems() } ?? []
    }

    private static func itemsOfOther() throws(Failure) -> [ForeignItem] {
        do throws(SessionBusProblem) {
            return try SessionBus.presentItems().items
        } catch {
            throw failure(error, "nothing was handed over")
        }
    }

    private static func failure(_ problem: SessionBusProblem, _ result: String) -> Failure {
        let general = Failure(problem)
        let advice =
            switch problem {
            case .noBus, .notBuilt: general.advice
            case .nameIsTaken, .provider, .refused:
                "unlock its keyring, or log out and in, and run '\(command)' again"
            }
        return Failure(.unfit, "\(general.problem); \(result)", advice: advice)
    }

    private static func show(_ handover: Handover, _ other: String) {
        let lists = [
            ("does not have", handover.missing),
            (
                "has another secret, which yours replaces because it is newer, of",
                handover.changed.map(\.item)
            ),
            ("has another secret, which stays as it is, of", handover.newer),
        ]
        for (text, items) in lists where !items.isEmpty {
            Terminal.say("\(other) \(text) \(counted(items.count, "item")):")
            name(items.map { $0.label.isEmpty ? "an item without a name" : $0.label })
        }
        if handover.isEmpty, handover.newer.isEmpty {
            Terminal.say("\(other) has all that programs stored in your default keychain.")
        }
    }
}
