internal import KeychainctlKit
internal import SafeText

/// A change of an item, as `keychainctl watch` reports it.
struct ItemChange: Equatable {
    enum Kind: String {
        case present
        case added
        case changed
        case deleted
    }

    let kind: Kind
    /// The current item; after a deletion, the last known one.
    let item: ListedItem

    /// A line of fields with tabs between them, escaped.
    var line: String { ([kind.rawValue] + item.row).map(Escaping.escaped).joined(separator: "\t") }

    /// An object on one line.
    var json: String { JSON.object([("change", .string(kind.rawValue))] + item.json).line }

    /// The changes between two states: deletions first, then the others in the order of the items.
    static func between(_ before: [ListedItem], _ after: [ListedItem]) -> [ItemChange] {
        let old = byReference(before)
        let new = byReference(after)
        let deleted = before.filter { new[$0.reference] == nil }
            .map { ItemChange(kind: .deleted, item: $0) }
        let others = after.compactMap { item -> ItemChange? in
            guard let former = old[item.reference] else {
                return ItemChange(kind: .added, item: item)
            }
            return former == item ? nil : ItemChange(kind: .changed, item: item)
        }
        return deleted + others
    }

    private static func byReference(_ items: [ListedItem]) -> [[UInt8]: ListedItem] {
        Dictionary(items.map { ($0.reference, $0) }, uniquingKeysWith: { first, _ in first })
    }
}
