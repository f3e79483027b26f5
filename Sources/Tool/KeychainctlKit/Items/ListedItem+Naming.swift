internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain

extension ListedItem {
    /// The name that a person can give for the item: its place, or else its label, and its account.
    package var name: String {
        let place = row[1].isEmpty ? text(.label) : row[1]
        let account = passkey?.name ?? text(.account)
        return account.isEmpty ? place : "\(place)/\(account)"
    }

    /// Whether two items differ only in their being synchronized, as far as their identity goes.
    package func isTwin(of other: ListedItem) -> Bool {
        isSynchronized != other.isSynchronized && hasName(of: other)
    }

    /// The items in their order, but of twins the one that was changed last comes first.
    ///
    /// Programs that cannot ask which one is meant take the first.
    package static func latestTwinsFirst(_ items: [ListedItem]) -> [ListedItem] {
        var items = items
        for place in items.indices {
            guard let other = items[(place + 1)...].firstIndex(where: items[place].isTwin),
                items[other].date(.modificationDate) > items[place].date(.modificationDate)
            else { continue }
            items.swapAt(place, other)
        }
        return items
    }

    /// Whether two items are one, or twins.
    func hasName(of other: ListedItem) -> Bool {
        itemClass == other.itemClass && namingAttributes == other.namingAttributes
    }

    /// The attributes that identify the item and its twin.
    var namingAttributes: ItemAttributes {
        var identity = itemClass.identity(of: attributes)
        identity[.accessGroup] = attributes[.accessGroup]
        identity[.synchronizable] = nil
        return identity
    }
}
