@_spi(Keepers) internal import PortableKeychain

extension ItemName {
    /// One way to understand a name: as a place, or as a place and an account.
    struct Reading: Equatable {
        let place: String
        /// `nil` for the items of all accounts.
        var account: String?

        /// The attributes of items with the place as label, service or server.
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

        /// Whether an item has the place and the account, whatever their case.
        func fits(_ item: ListedItem, _ endings: [String]) -> Bool {
            guard fitsAccount(of: item) else { return false }
            let places = [item.text(.service), item.text(.server), item.text(.label)]
                .filter { !$0.isEmpty }.map { $0.lowercased() }
            return ([""] + endings).contains { places.contains((place + $0).lowercased()) }
        }

        func fitsAccount(of item: ListedItem) -> Bool {
            account.map { $0.lowercased() == item.text(.account).lowercased() } ?? true
        }
    }

    /// The most marks in a name at which an account can begin or end.
    private static let marks = 16

    /// All ways to understand the name.
    var readings: [Reading] {
        var readings = [Reading(place: text)]
        let signs = text.unicodeScalars
        for index in signs.indices.filter({ signs[$0] == "/" || signs[$0] == "@" }).prefix(
            Self.marks
        ) {
            let (before, after) = (text[..<index], text[signs.index(after: index)...])
            guard !before.isEmpty, !after.isEmpty else { continue }
            readings.append(
                signs[index] == "/"
                    ? Reading(place: String(before), account: String(after))
                    : Reading(place: String(after), account: String(before))
            )
        }
        return readings
    }

    /// Whether an item of any class has the name: keys and certificates have one and a label.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - purpose: Whether it is only read.
    /// - Returns: Whether it has the name.
    package func names(
        _ item: ListedItem,
        for purpose: ItemChoice.Purpose = .reading
    ) -> Bool {
        if item.passkey != nil { return namesPasskey(item) }
        return item.isPassword
            ? fits(item, for: purpose) : [item.name, item.text(.label)].contains(text)
    }

    /// Whether a password has the name, whatever its case.
    package func fits(_ item: ListedItem, for purpose: ItemChoice.Purpose = .reading) -> Bool {
        guard item.isPassword, !text.isEmpty else { return false }
        return readings.contains { $0.fits(item, endings) }
            || readings.compactMap(ItemAddress.init).contains { $0.fits(item, for: purpose) }
    }
}
