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
        let stored = try? Self.storedItems(of: Self.keychains()).stored
        guard stored?.isEmpty != true else { return }
        let owner = try? common.bus.owner()
        guard let stored, case .program(_, let name) = owner, name != SecretServiceSetup.program,
            let present = try? SessionBus.presentItems(asksUser: false).items
        else {
            let text = "What programs stored meanwhile stays in your keychain."
            return Terminal.say("\(text) '\(Self.command)' hands it to the other program.")
        }
        let count = Self.handovers(of: stored, to: present).reduce(0) { $0 + $1.handover.count }
        guard count > 0 else { return }
        Terminal.say(
            """
            Your keychain has \(counted(count, "item")) that \(Self.shown(owner)) does not have, or has with an \
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
        let keychains = try Self.keychains()
        for source in keychains { try source.keychain.requireUnlocked() }
        try common.disable(saying: nil)
        // Programs could store until it ended. From these very keychains: where the kernel keeps no keys, others would be
        // locked.
        let (stored, unreadable) = try Self.storedItems(of: keychains)
        let present = try Self.itemsOfOther()
        let owner = try common.bus.owner()
        guard case .program(_, let name) = owner, name != SecretServiceSetup.program else {
            throw Self.failure(.provider("it has just ended"), "nothing was handed over")
        }
        let other = Self.shown(owner)
        let known = try Self.takers(of: stored, other)
        let hasOthers = try Self.nameOthers(than: keychains, other)
        let handovers = Self.handovers(of: known, to: present)
        Self.name(unreadable, "Left in your keychain, because it cannot be read:")
        let isAll = known.count == stored.count && !hasOthers && unreadable.isEmpty
        Self.show(handovers.map(\.handover), other, isAll: isAll)
        let count = handovers.reduce(0) { $0 + $1.handover.count }
        guard count > 0 else { return }
        guard try isConfirmed || Terminal.confirm("Hand them over to \(other)?") else {
            throw Failure(
                .declined,
                "nothing was handed over",
                advice: "'\(Self.command)' asks again"
            )
        }
        do throws(SessionBusProblem) {
            for (keyring, handover) in handovers where !handover.isEmpty {
                try SessionBus.give(handover, to: keyring)
            }
        } catch {
            throw Self.failure(error, "some items were not handed over")
        }
        let rest = Self.handovers(of: known, to: try Self.itemsOfOther())
            .reduce(0) { $0 + $1.handover.count }
        guard rest == 0 else {
            throw Failure(
                .unfit,
                "\(other) did not keep \(counted(rest, "item"))",
                advice: "run '\(Self.command)' again; your keychain still has them"
            )
        }
        Terminal.say(
            "Handed over to \(other): \(counted(count, "item")). Your keychain keeps them too."
        )
    }

    /// The name of the other program, for people; one that may not be ended, such as KeePassXC, takes items as well.
    private static func shown(_ owner: NameOwner?) -> String {
        owner.flatMap { try? OtherKeyring.having($0) }?.shown ?? "the other program"
    }

    /// A keychain of which items are handed over, and the object of the keyring for which it was made; `nil` for one that
    /// has the items of the default keyring.
    private typealias Source = (name: String, keychain: Keychain, keyring: String?)

    /// The items that programs stored in a keychain, and its keyring as in ``Source``.
    private typealias Stored = (name: String, keyring: String?, items: [ForeignItem])

    /// The default keychain, if there is one, those that were made for keyrings, and the one that was the default
    /// keychain before its user chose one of these.
    private static func keychains() throws -> [Source] {
        let shelf = KeychainShelf.onDisk(.tool)
        var sources = shelf.keychainsFromKeyrings().map {
            Source($0.keychain.name, $0.keychain.keychain, $0.origin)
        }
        if let former = try shelf.formerStandard() {
            sources.insert(Source(former.name, former.keychain, nil), at: 0)
        }
        guard let standard = try KeychainChoice().openIfPresent() else { return sources }
        let place = sources.firstIndex { $0.keychain.isSameFile(as: standard) }
        let known = place.map { sources.remove(at: $0) }
        return [Source(known?.name ?? "default", standard, known?.keyring)] + sources
    }

    /// The items that programs stored in keychains, without those keychains that have none; and the labels of those that
    /// cannot be read.
    private static func storedItems(
        of keychains: [Source]
    ) throws -> (stored: [Stored], unreadable: [String]) {
        var stored: [Stored] = []
        var unreadable: [String] = []
        for source in keychains {
            let found = try service(of: source.keychain).storedItems()
            unreadable += found.unreadable
            guard !found.items.isEmpty else { continue }
            stored.append(Stored(source.name, source.keyring, found.items))
        }
        return (stored, unreadable)
    }

    /// Compares the items of each keychain with those of its keyring.
    ///
    /// One that was made for no keyring is compared with all keyrings for which no keychain was made.
    private static func handovers(
        of stored: [Stored],
        to present: [ForeignItem]
    ) -> [(keyring: String?, handover: Handover)] {
        let keyrings = Set(stored.compactMap(\.keyring))
        return stored.map { source in
            let others = present.filter { item in
                let keyring = ForeignKeyring.object(above: item.object)
                guard let own = source.keyring else { return !keyrings.contains(keyring ?? "") }
                return keyring == own
            }
            return (source.keyring, Handover(of: source.items, to: others))
        }
    }

    /// Leaves out the keychains whose keyring the other program no longer has, and names them.
    private static func takers(of stored: [Stored], _ other: String) throws(Failure) -> [Stored] {
        var known: [Stored] = []
        for source in stored {
            if let keyring = source.keyring, try !isThere(keyring) {
                sayKept(source.name, source.items.count, other)
            } else {
                known.append(source)
            }
        }
        return known
    }

    /// Names the keychains that were made for no keyring and have items of programs, such as one that a program made.
    ///
    /// - Returns: Whether there are any.
    private static func nameOthers(than sources: [Source], _ other: String) throws -> Bool {
        let shelf = KeychainShelf.onDisk(.tool)
        let standard = try shelf.standard()
        let found = shelf.itemCounts().filter { keychain, _ in
            keychain.name != standard
                && !sources.contains { $0.keychain.isSameFile(as: keychain.keychain) }
        }
        for (keychain, count) in found { sayKept(keychain.name, count, other) }
        return !found.isEmpty
    }

    private static func sayKept(_ name: String, _ count: Int, _ other: String) {
        Terminal.say(
            "\(other) has no keyring for the keychain '\(name)', which keeps its "
                + "\(counted(count, "item"))."
        )
    }

    private static func isThere(_ keyring: String) throws(Failure) -> Bool {
        do throws(SessionBusProblem) {
            return try SessionBus.hasKeyring(keyring)
        } catch {
            throw failure(error, "nothing was handed over")
        }
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

    private static func show(_ handovers: [Handover], _ other: String, isAll: Bool) {
        let lists = [
            ("does not have", handovers.flatMap(\.missing)),
            (
                "has another secret, which yours replaces because it is newer, of",
                handovers.flatMap { $0.changed.map(\.item) }
            ),
            ("has another secret, which stays as it is, of", handovers.flatMap(\.newer)),
        ]
        for (text, items) in lists where !items.isEmpty {
            name(items.map(\.label), "\(other) \(text) \(counted(items.count, "item")):")
        }
        if lists.allSatisfy({ $0.1.isEmpty }) {
            let all = isAll ? "all that programs stored" : "all else that programs stored"
            Terminal.say("\(other) has \(all) in your keychains.")
        }
    }
}

extension Keychain {
    /// Whether both are in one file: the kernel compares the bytes of paths.
    fileprivate func isSameFile(as other: Keychain) -> Bool {
        guard let path, let otherPath = other.path else { return false }
        return path.hasSameBytes(as: otherPath)
    }
}
