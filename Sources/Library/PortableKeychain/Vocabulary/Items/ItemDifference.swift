/// One difference between two snapshots of the same items.
package struct ItemDifference<Name: Hashable, Item: Equatable> {
    /// The kind of the change.
    package let kind: KeychainChangeKind
    /// The persistent reference by which the items of both snapshots are compared.
    package let name: Name
    /// The item after the change; a deleted item as it was before.
    package let item: Item

    /// Compares two snapshots.
    ///
    /// - Parameters:
    ///   - before: The items of the first snapshot.
    ///   - after: The items of the second snapshot.
    /// - Returns: Deletions in their former order, then the other changes in the order of the
    ///   second snapshot.
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
