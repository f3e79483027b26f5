@_spi(Keepers) package import PortableKeychain

// The local and the synchronized item of one name are two items for Apple's semantics
// (item-semantics.md §2.6), and for the doors. A person who gives a name means one: here is what
// the command line and the helpers take a name for.
extension Items {
    /// The items of one identity that are in the keychain.
    struct Presence: Equatable {
        let isLocal: Bool
        let isSynchronized: Bool

        /// The item that a new secret is for.
        ///
        /// - Parameter wanted: The user's choice; `nil` for the existing one.
        /// - Returns: Whether it is the synchronized one.
        /// - Throws: The reason why there is no such item, and none must be made.
        func target(_ wanted: Bool?) throws(Conflict) -> Bool {
            switch (wanted, isLocal, isSynchronized) {
            case (nil, true, true): throw .twins
            case (nil, _, let isSynchronized): return isSynchronized
            case (true?, true, false): throw .onlyLocal
            case (false?, false, true): throw .onlySynchronized
            case (let wanted?, _, _): return wanted
            }
        }
    }

    /// The reason why a name does not say which item is changed.
    enum Conflict: Error, Equatable {
        case twins
        case onlyLocal
        case onlySynchronized
    }

    /// Decides which item a secret is stored for: the existing one, with its group, local or
    /// synchronized; without one, an item by the options, or a local one.
    ///
    /// - Parameter new: The item as the options describe it.
    /// - Returns: The same, with its group and its synchronization decided.
    /// - Throws: ``Failure`` if there are two items, or if the name would get a second one.
    func target(of new: ItemSelection) throws -> ItemSelection {
        let new = try inGroup(new)
        let isSynchronized = try isThere(new, .synchronized)
        // Without it, a local one is changed or made, whether it is there or not.
        let needsBoth = isSynchronized || new.synchronizable == true
        let presence = Presence(
            isLocal: needsBoth ? try isThere(new, .local) : false,
            isSynchronized: isSynchronized
        )
        let target: Bool
        do throws(Conflict) {
            target = try presence.target(new.synchronizable)
        } catch {
            throw failure(error, new)
        }
        if target, isSynchronized {
            var item = new
            item.attributes[.accessible] = nil
            try checkStaysShared(shown(item), new.attributes)
        }
        var decided = new
        decided.attributes[.synchronizable] = .number(target ? 1 : 0)
        return decided
    }

    /// Refuses a new item whose twin exists.
    ///
    /// - Parameters:
    ///   - new: The item.
    ///   - advice: The advice; `nil` to turn synchronization on or off.
    /// - Throws: ``Failure`` with the status of an item that exists already.
    func checkIsOnly(_ new: ItemSelection, advice: String? = nil) throws {
        let isSynchronized = new.synchronizable ?? false
        guard try isThere(new, isSynchronized ? .local : .synchronized) else { return }
        let failure = failure(isSynchronized ? .onlyLocal : .onlySynchronized, new)
        throw Failure(failure.status, failure.problem, advice: advice ?? failure.advice)
    }

    /// Whether an item has an identity, in the group that a new one would be in.
    package func isThere(
        _ item: ItemSelection,
        _ scope: SynchronizationScope
    ) throws(KeychainError) -> Bool {
        let itemClass = item.itemClass ?? .genericPassword
        var identity = itemClass.identity(of: item.attributes)
        identity[.synchronizable] = scope.value
        identity[.accessGroup] =
            item.attributes[.accessGroup]
            ?? keychain.defaultAccessGroup.map { .string($0) }
        func finds(_ interaction: UserInteraction) throws(KeychainError) -> Bool {
            let search = ItemRequest(
                .copyMatching,
                itemClass: itemClass,
                attributes: identity,
                interaction: interaction
            )
            do throws(KeychainError) {
                return try perform(search) != nil
            } catch  where error.code == .locked {
                try keychain.requireUnlocked()
            }
            return try perform(search) != nil
        }
        // An agent asks for its consent here, and not for a search that forbids questions.
        if try finds(.skip) { return true }
        do throws(KeychainError) {
            return try finds(.forbidden)
        } catch  where error.code.isInaccessible {
            // Items that require user authentication are found too, without asking for it.
            return true
        }
    }

    /// An item as options name it.
    private func shown(_ new: ItemSelection) -> ListedItem {
        let itemClass = new.itemClass ?? .genericPassword
        var attributes = new.attributes
        attributes[.synchronizable] = nil
        return ListedItem(itemClass: itemClass, attributes: attributes)
    }

    private func failure(_ conflict: Conflict, _ new: ItemSelection) -> Failure {
        let item = shown(new)
        let name = item.name
        switch conflict {
        case .twins:
            let candidates = ItemCandidates([item])
            return Failure(
                .severalItems,
                "there are two items '\(name)', and only one of them is synchronized",
                advice: "use --synchronizable or --no-synchronizable to change one of them, or "
                    + "remove the other with '\(candidates.deletion(synchronized: false))'"
            )
        case .onlyLocal:
            return Failure(
                Failure(KeychainError(.duplicateItem)).status,
                "'\(name)' exists already, and is not synchronized",
                advice: "use 'keychainctl edit \(AdvisedCommand.name(name)) --synchronizable' first"
            )
        case .onlySynchronized:
            return Failure(
                Failure(KeychainError(.duplicateItem)).status,
                "'\(name)' exists already, and is synchronized",
                advice:
                    "use 'keychainctl edit \(AdvisedCommand.name(name)) --no-synchronizable' first"
            )
        }
    }

    /// The one item that a person who reads means: the only one, or of twins with the same secret
    /// the synchronized one.
    ///
    /// - Returns: The item; `nil` if there are several.
    func one(of found: [ListedItem]) throws(KeychainError) -> ListedItem? {
        guard found.count != 1 else { return found[0] }
        guard ItemCandidates(found).areTwins, found[0].isPassword else { return nil }
        guard try secret(of: found[0]).matches(secret(of: found[1])) else { return nil }
        return found.first(where: \.isSynchronized)
    }
}
