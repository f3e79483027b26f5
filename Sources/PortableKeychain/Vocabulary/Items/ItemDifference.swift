/// One difference between two looks at the same items.
package struct ItemDifference<Name: Hashable, Item: Equatable> {
    /// What happened.
    package let kind: KeychainChangeKind
    /// The lasting name by which items of both looks are compared.
    package let name: Name
    /// The item as it is now; a deleted one as it was.
    package let item: Item

    /// Compares two looks.
    ///
    /// - Parameters:
    ///   - before: The items of the first look.
    ///   - after: The items of the second look.
    /// - Returns: Deletions in their former order, then the others in the order of the second look.
    package static func between(
        _ before: [(Name, Item)],
        _ after: [(Name, Item)]
    ) -> [ItemDifference] {
        let old = Dictionary(before, uniquingKeysWith: { first, _ in first })
        let new = Set(after.map(\.0))
        let deleted = before.filter { !new.contains($0.0) }
            .map { ItemDifference(kind: .deleted, name: $0.0, item: $0.1) }
        return deleted
            + after.compactMap { name, item in
                guard let former = old[name] else {
                    return ItemDifference(kind: .added, name: name, item: item)
                }
                return former == item ? nil : ItemDifference(kind: .updated, name: name, item: item)
            }
    }
}
