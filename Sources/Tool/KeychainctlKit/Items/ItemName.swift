internal import KeychainPasskeys
@_spi(Keepers) package import PortableKeychain

/// A name that a person gives for a password: its label, its service, or its address.
///
/// The account can stand after a slash (`api/ci`) or before an at sign (`ann@example.com`). An
/// address can be a host, with or without port and path, or the whole address of a page. An item
/// that has the name in other letters of upper or lower case is meant if none has exactly the name.
/// Invisible items have no such names: users do not see them in a list.
package struct ItemName: Equatable {
    package let text: String
    /// The endings of the names of all items that users need not write, such as ": a field".
    let endings: [String]

    package init(_ text: String, omitting endings: [String] = []) {
        self.text = text
        self.endings = endings
    }

    /// The only item that has the name.
    ///
    /// It never guesses: items that only contain the name are shown, not used.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - kind: The kind of the items, for messages.
    ///   - choice: The choice between items that have the name.
    ///   - isReference: Whether the name is a reference, which has no options.
    ///   - isWanted: Whether an item is of that kind.
    /// - Returns: The item.
    /// - Throws: ``Failure`` that shows the candidates if several items have the name, or none.
    package func only(
        in keychain: Keychain,
        kind: String = "password",
        choice: ItemChoice = ItemChoice(),
        isReference: Bool = false,
        where isWanted: (ListedItem) -> Bool = { _ in true }
    ) throws -> ListedItem {
        if let item = try one(
            in: keychain,
            kind: kind,
            choice: choice,
            isReference: isReference,
            where: isWanted
        ) {
            return item
        }
        throw try absence(in: keychain, kind: kind, choice: choice, where: isWanted)
    }

    /// The only item that has the name; `nil` if none has it.
    ///
    /// - Parameters: As of ``only(in:kind:choice:isReference:where:)``.
    /// - Returns: The item.
    /// - Throws: ``Failure`` that shows the candidates if several items have the name.
    package func one(
        in keychain: Keychain,
        kind: String = "password",
        choice: ItemChoice = ItemChoice(),
        isReference: Bool = false,
        where isWanted: (ListedItem) -> Bool = { _ in true }
    ) throws -> ListedItem? {
        guard !text.isEmpty else {
            throw Failure(.usage, "the name is empty", advice: "write a label, service or address")
        }
        var meant = meant(among: try named(in: keychain, choice, where: isWanted), choice)
        if meant.isEmpty, choice.kinds == .passkeysToo {
            let passkeys = try Items(keychain: keychain).passkeys()
            meant = self.meant(among: passkeys.filter(namesPasskey), choice)
        }
        let kind = meant.contains { $0.passkey != nil } ? "passkey" : kind
        guard meant.count > 1 else { return meant.first }
        if choice.purpose == .reading, let item = try Items(keychain: keychain).one(of: meant) {
            return item
        }
        let candidates = ItemCandidates(meant)
        candidates.show()
        throw Failure(
            .severalItems,
            "more than one \(kind) has this name",
            advice: candidates.advice(isReference ? .reference : .name(choice))
        )
    }

    /// Says that no item has the name: how one that was deleted comes back, or which items are probably meant.
    ///
    /// - Throws: Any error of the keychain.
    package func absence(
        in keychain: Keychain,
        kind: String = "password",
        choice: ItemChoice = ItemChoice(),
        where isWanted: (ListedItem) -> Bool = { _ in true }
    ) throws(KeychainError) -> Failure {
        let status = Failure(KeychainError(.itemNotFound)).status
        let deleted = ItemHistory.deletedAtHand(in: keychain).filter(isWanted)
            .filter {
                $0.passkey == nil
                    ? fits($0, for: .changing) : choice.kinds == .passkeysToo && namesPasskey($0)
            }
        if !choice.of(deleted).isEmpty {
            let command = "keychainctl trash restore \(AdvisedCommand.name(text))"
            return Failure(
                status,
                "no \(kind) has this name any more",
                advice: "'\(command)' brings back what was deleted"
            )
        }
        let similar = try similar(in: keychain, choice).filter(isWanted)
        ItemCandidates(similar).show()
        return Failure(
            status,
            similar.isEmpty ? "no \(kind) has this name" : "no \(kind) has exactly this name",
            advice: similar.isEmpty
                ? "'keychainctl list' shows all items" : "use one of the names above"
        )
    }

    /// The items that are meant among those that have the name.
    func meant(among named: [ListedItem], _ choice: ItemChoice) -> [ListedItem] {
        let chosen = choice.of(named)
        // The whole name of one item can be a part of those of others.
        let exact = chosen.filter { $0.name.hasSameBytes(as: text) }
        guard exact.isEmpty else { return exact }
        // It can also be typed in another Unicode form.
        let same = chosen.filter { $0.name == text }
        return same.isEmpty ? chosen : same
    }

    private static let classes: [ItemClass] = [.genericPassword, .internetPassword]

    /// The items of the wanted kind that have the name.
    private func named(
        in keychain: Keychain,
        _ choice: ItemChoice,
        where isWanted: (ListedItem) -> Bool
    ) throws(KeychainError) -> [ListedItem] {
        let items = Items(keychain: keychain)
        var found: [ListedItem] = []
        func collect(
            _ pattern: ItemSelection,
            where fits: (ListedItem) -> Bool = { _ in true }
        ) throws(KeychainError) {
            guard let pattern = choice.narrowed(pattern) else { return }
            let matching = try items.find(
                pattern,
                [.attributes, .persistentReference],
                reason: "Look for '\(text)'"
            )
            for item in ItemVisibility.visible.of(matching.map(ListedItem.init))
            where isWanted(item) && fits(item)
                && !found.contains(where: { $0.reference == item.reference })
            {
                found.append(item)
            }
        }
        for reading in readings {
            for pattern in reading.patterns(endings) { try collect(pattern) }
        }
        // An item that only agrees with the address counts only if none has exactly this address.
        let addresses = readings.compactMap(ItemAddress.init)
        let ways = ItemAddress.Agreement.ways(for: choice.purpose)
        for way in ways where found.isEmpty {
            for address in addresses {
                for pattern in address.patterns { try collect(pattern) { address.fits($0, way) } }
            }
        }
        guard choice.of(found).isEmpty else { return found }
        // No search finds further addresses, or letters of another case, so all items are looked at.
        let all = try ListedItem.all(in: keychain, Self.classes).filter(isWanted)
        for way in ways where found.isEmpty {
            found = all.filter { item in
                addresses.contains { $0.fitsMore(item, omitting: endings, way) }
            }
        }
        return choice.of(found).isEmpty ? all.filter { fits($0, for: choice.purpose) } : found
    }

    /// The items whose names only contain the name, ignoring case, or differ in a letter or two.
    private func similar(
        in keychain: Keychain,
        _ choice: ItemChoice
    ) throws(KeychainError) -> [ListedItem] {
        var all = try ListedItem.all(in: keychain, Self.classes)
        if choice.kinds == .passkeysToo { all += try Items(keychain: keychain).passkeys() }
        let part = text.lowercased()
        let containing = all.filter { item in
            Self.names(of: item).contains { $0.lowercased().contains(part) }
        }
        guard containing.isEmpty else { return containing }
        return all.filter { item in
            Self.names(of: item).contains { NearestWord.isNear(part, $0.lowercased()) }
        }
    }

    /// All names of an item.
    private static func names(of item: ListedItem) -> Set<String> {
        let places = [item.row[1], item.text(.service), item.text(.server), item.text(.label)]
            .filter { !$0.isEmpty }
        let account = item.passkey?.name ?? item.text(.account)
        return Set(places + (account.isEmpty ? [] : places.map { "\($0)/\(account)" }))
    }
}
