extension Keychain {
    /// Refuses to store secrets for items that several access groups have, if it is not known in
    /// which of the groups they belong.
    ///
    /// - Parameter steps: Steps that store secrets, and others, which are not looked at.
    /// - Throws: The same errors as ``checkNamesOneItem(_:)``.
    func checkGroups(of steps: [ItemStep]) throws(KeychainError) {
        for step in steps {
            guard case .add = step.request.verb, let update = step.alternative else { continue }
            try checkNamesOneItem(update)
        }
    }

    /// Refuses to change one item that was named exactly but has its name in several access groups.
    ///
    /// A keeper that knows the groups of its caller is not asked: the item belongs to the first.
    /// Without a group, the functions of Apple's keychain change the items of all groups.
    ///
    /// The user is not asked for it, and nothing fails because of it: items that require user
    /// authentication are not counted, nor are those of a locked keychain.
    ///
    /// - Parameter change: An update or a deletion of one item.
    /// - Throws: ``KeychainError/Code/ambiguous``.
    func checkNamesOneItem(_ change: ItemRequest) throws(KeychainError) {
        guard defaultAccessGroup == nil, change.attributes[.accessGroup] == nil else { return }
        var search = change
        search.verb = .copyMatching
        search.secret = nil
        search.limit = .atMost(2)
        search.returning = .persistentReference
        search.interaction = .skip
        guard let found = try? answer(to: search), found.items.count > 1 else { return }
        throw KeychainError(
            .ambiguous,
            reason: """
                Several access groups have this item, and this keeper does not say which of them \
                comes first. Name the item's access group.
                """
        )
    }
}
