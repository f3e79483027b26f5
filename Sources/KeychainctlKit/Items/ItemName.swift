package import PortableKeychain

/// A name that a person gives for a password: its label, its service, its address or server, each
/// also with a slash and the account after it.
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
    ///   - isWanted: Whether an item is of that kind.
    /// - Returns: The item.
    /// - Throws: ``Failure`` that shows the candidates if several items have the name, or none.
    package func only(
        in keychain: Keychain,
        kind: String = "password",
        where isWanted: (ListedItem) -> Bool = { _ in true }
    ) throws -> ListedItem {
        let all = try ListedItem.all(in: keychain, [.genericPassword, .internetPassword])
            .filter(isWanted)
        let named = all.filter { names(of: $0).contains(text) }
        if let item = named.first, named.count == 1 { return item }
        guard named.isEmpty else {
            Self.show(named)
            throw Failure(
                .severalItems,
                "more than one \(kind) has this name",
                advice: "use one of the names above with '/' and the account, or options"
            )
        }
        let part = text.lowercased()
        let similar = all.filter { item in
            names(of: item).contains { $0.lowercased().contains(part) }
        }
        Self.show(similar)
        throw Failure(
            Failure(KeychainError(.itemNotFound)).status,
            similar.isEmpty ? "no \(kind) has this name" : "no \(kind) has exactly this name",
            advice: similar.isEmpty
                ? "'keychainctl list' shows all items" : "use one of the names above"
        )
    }

    /// All names of an item.
    private func names(of item: ListedItem) -> Set<String> {
        let places = [item.row[1], item.text(.service), item.text(.server), item.text(.label)]
        let account = item.text(.account)
        var plain = places.filter { !$0.isEmpty }
        for ending in endings {
            plain += plain.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
        }
        return Set(plain + (account.isEmpty ? [] : plain.map { "\($0)/\(account)" }))
    }

    /// The most candidates that are shown.
    private static let limit = 10

    private static func show(_ items: [ListedItem]) {
        for item in items.prefix(limit) {
            let place = item.row[1]
            let account = item.text(.account)
            let label = item.text(.label)
            let suffix = label.isEmpty || label == place ? "" : "  (\(label))"
            Terminal.say("  \(account.isEmpty ? place : "\(place)/\(account)")\(suffix)")
        }
        if items.count > limit { Terminal.say("  and \(items.count - limit) more") }
    }
}
