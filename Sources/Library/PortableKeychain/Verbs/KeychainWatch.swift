/// Finds the changes of some items since the last look.
package struct KeychainWatch<Item: KeychainItem> {
    private let keychain: Keychain
    private let query: KeychainQuery<Item>
    private var mark: [UInt8]?
    /// The items of the last look that could read them; `nil` before the first.
    private var known: [(PersistentReference<Item>, Item)]?

    /// Prepares to watch; the first look finds no changes.
    package init(_ keychain: Keychain, _ query: KeychainQuery<Item>) {
        self.keychain = keychain
        // A look asks for no proof, and an item that requires one hides no other.
        self.query = query.interaction(.skip)
    }

    /// Looks at the items.
    ///
    /// - Returns: The changes since the last look that could read them: deletions, then the others
    ///   in the order in which the items were stored. Empty while the keychain is locked.
    /// - Throws: Any error of reading the items.
    package mutating func look() throws(KeychainError) -> [KeychainChange<Item>] {
        // Taken before the items: a change in between is found by the next look.
        let present = try presentMark()
        if known != nil, let present, present == mark { return [] }
        guard let found = try unlockedItems() else { return [] }
        mark = present
        defer { known = found }
        guard let known else { return [] }
        return ItemDifference.between(known, found).map { difference in
            KeychainChange(
                kind: difference.kind,
                item: difference.item,
                reference: difference.name
            )
        }
    }

    /// The mark of the present state; `nil` on a keeper that has none, whose items are compared at
    /// each look.
    private func presentMark() throws(KeychainError) -> [UInt8]? {
        do throws(KeychainError) {
            return try keychain.changeMark
        } catch  where error.code == .unimplemented {
            return nil
        }
    }

    /// The items in the order in which they were stored; `nil` while the keychain is locked.
    private func unlockedItems() throws(KeychainError) -> [(PersistentReference<Item>, Item)]? {
        do throws(KeychainError) {
            return try keychain.search(query, [.attributes, .persistentReference], .all)
                .map { found throws(KeychainError) in (try found.reference(), found.of(Item.self)) }
        } catch  where [.locked, .interactionNotAllowed].contains(error.code) {
            return nil
        }
    }
}
