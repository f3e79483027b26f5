internal import KeychainctlKit
internal import PortableKeychain
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
    var line: String {
        ([kind.rawValue] + item.fields).map(Escaping.escaped).joined(separator: "\t")
    }

    /// An object on one line.
    var json: String { JSON.object([("change", .string(kind.rawValue))] + item.json).line }

    /// The changes between two states: deletions first, then the others in the order of the items.
    static func between(_ before: [ListedItem], _ after: [ListedItem]) -> [ItemChange] {
        ItemDifference.between(named(before), named(after)).map { difference in
            ItemChange(kind: Kind(difference.kind), item: difference.item)
        }
    }

    private static func named(_ items: [ListedItem]) -> [([UInt8], ListedItem)] {
        items.map { ($0.reference, $0) }
    }
}

extension ItemChange.Kind {
    /// The word that `watch` prints for a kind of change.
    fileprivate init(_ kind: KeychainChangeKind) {
        switch kind {
        case .added: self = .added
        case .updated: self = .changed
        case .deleted: self = .deleted
        }
    }
}
