package import PortableKeychain

/// A name that a person gives for a password: its label, its service, or its address.
///
/// The account can stand after a slash (`api/ci`) or before an at sign (`ann@example.com`). An
/// address can be a host, with or without port and path, or the whole address of a page. Invisible
/// items have no such names: nobody sees them in a list.
package struct ItemName: Equatable {
    package let text: String
    /// What the names of all items end with that people need not write, such as ": a field".
    private let endings: [String]

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
    ///   - kind: What the items are, for messages.
    ///   - choice: What chooses between items that have the name.
    ///   - isWanted: Whether an item is of that kind.
    /// - Returns: The item.
    /// - Throws: ``Failure`` that shows the candidates if several items have the name, or none.
    package func only(
        in keychain: Keychain,
        kind: String = "password",
        choice: ItemChoice = ItemChoice(),
        where isWanted: (ListedItem) -> Bool = { _ in true }
    ) throws -> ListedItem {
        guard !text.isEmpty else {
            throw Failure(.usage, "the name is empty", advice: "write a label, service or address")
        }
        let named = choice.of(try named(in: keychain, choice).filter(isWanted))
        // The whole name of one item can be a part of those of others.
        let exact = named.filter { $0.name == text }
        let meant = exact.isEmpty ? named : exact
        if let item = meant.first, meant.count == 1 { return item }
        if choice.purpose == .reading, let item = try Items(keychain: keychain).one(of: meant) {
            return item
        }
        guard meant.isEmpty else {
            let candidates = ItemCandidates(meant)
            candidates.show()
            throw Failure(
                .severalItems,
                "more than one \(kind) has this name",
                advice: candidates.advice(.name(choice))
            )
        }
        let similar = try similar(in: keychain).filter(isWanted)
        ItemCandidates(similar).show()
        throw Failure(
            Failure(KeychainError(.itemNotFound)).status,
            similar.isEmpty ? "no \(kind) has this name" : "no \(kind) has exactly this name",
            advice: similar.isEmpty
                ? "'keychainctl list' shows all items" : "use one of the names above"
        )
    }

    /// The items that have the name.
    private func named(
        in keychain: Keychain,
        _ choice: ItemChoice
    ) throws(KeychainError) -> [ListedItem] {
        let items = Items(keychain: keychain)
        var found: [ListedItem] = []
        func collect(
            _ pattern: ItemSelection,
            where fits: (ListedItem) -> Bool = { _ in true }
        ) throws(KeychainError) {
            let pattern = choice.narrowed(pattern)
            let matching = try items.find(pattern, [.attributes, .persistentReference])
            for item in ItemVisibility.visible.of(matching.map(ListedItem.init))
            where fits(item) && !found.contains(where: { $0.reference == item.reference }) {
                found.append(item)
            }
        }
        for reading in readings {
            for pattern in reading.patterns(endings) { try collect(pattern) }
        }
        // What only agrees with the address counts only if nothing has exactly this address.
        for isExact in [true, false] where found.isEmpty {
            for address in readings.compactMap(ItemAddress.init) {
                for pattern in address.patterns {
                    try collect(pattern) { address.fits($0, isExact: isExact) }
                }
            }
        }
        return found
    }

    /// The items whose names only contain the name, ignoring case, or differ in a letter or two.
    private func similar(in keychain: Keychain) throws(KeychainError) -> [ListedItem] {
        let all = try ListedItem.all(in: keychain, [.genericPassword, .internetPassword])
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
        let account = item.text(.account)
        return Set(places + (account.isEmpty ? [] : places.map { "\($0)/\(account)" }))
    }

    /// One way to understand a name: as a place, or as a place and an account.
    struct Reading: Equatable {
        let place: String
        /// `nil` for the items of all accounts.
        var account: String?

        /// What the items have whose label, service or server is the place.
        func patterns(_ endings: [String]) -> [ItemSelection] {
            let places: [(ItemClass, AttributeKey)] = [
                (.genericPassword, .service), (.genericPassword, .label),
                (.internetPassword, .server), (.internetPassword, .label),
            ]
            return ([""] + endings).flatMap { ending in
                places.map { itemClass, key in
                    selection(itemClass, key, place + ending)
                }
            }
        }

        /// The items with a place and the account.
        func selection(
            _ itemClass: ItemClass,
            _ key: AttributeKey,
            _ place: String
        ) -> ItemSelection {
            var attributes: ItemAttributes = [key: .string(place)]
            attributes[.account] = account.map { .string($0) }
            return ItemSelection(itemClass: itemClass, attributes: attributes)
        }
    }

    /// The most marks in a name at which an account can begin or end.
    private static let marks = 16

    /// All ways to understand the name.
    var readings: [Reading] {
        var readings = [Reading(place: text)]
        for index in text.indices.filter({ "/@".contains(text[$0]) }).prefix(Self.marks) {
            let (before, after) = (text[..<index], text[text.index(after: index)...])
            guard !before.isEmpty, !after.isEmpty else { continue }
            readings.append(
                text[index] == "/"
                    ? Reading(place: String(before), account: String(after))
                    : Reading(place: String(after), account: String(before))
            )
        }
        return readings
    }
}
