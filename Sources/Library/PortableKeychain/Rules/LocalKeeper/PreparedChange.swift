/// A change that was validated as far as possible without looking at the items.
///
/// All steps of a transaction are prepared before it begins, so that an invalid one fails without
/// locking the store.
enum PreparedChange {
    case add(ItemRequest, AdditionPlan)
    case addIdentity(IdentityAddition)
    case update(ItemRequest, ItemChanges)
    case updateIdentities(ItemRequest, ItemChanges)
    case delete(ItemRequest)
    case deleteIdentities(ItemRequest)

    /// Validates a change.
    ///
    /// - Throws: ``KeychainError`` for a request that is invalid for every keychain.
    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        let request = try request.expanded()
        let isJoined = try request.asksForIdentities()
        switch request.verb {
        case .add:
            self =
                isJoined
                ? .addIdentity(try IdentityAddition(request, groups: groups))
                : .add(request, try AdditionPlan(request, groups: groups))
        case .update(let changes):
            try request.checkUpdate()
            if isJoined { try request.checkUpdateOfIdentities(changes) }
            self = isJoined ? .updateIdentities(request, changes) : .update(request, changes)
        case .delete:
            try request.checkDeletion()
            self = isJoined ? .deleteIdentities(request) : .delete(request)
        case .copyMatching:
            throw KeychainError(.invalidParameter, reason: "A search cannot be made as a change.")
        }
    }

    /// The request, with its object expanded into attributes.
    var request: ItemRequest {
        switch self {
        case .add(let request, _), .update(let request, _), .updateIdentities(let request, _),
            .delete(let request), .deleteIdentities(let request):
            request
        case .addIdentity(let addition): addition.request
        }
    }
}
