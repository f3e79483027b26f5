/// A change that was checked as far as that can be done without looking at the items.
enum PreparedChange {
    case add(ItemRequest, AdditionPlan)
    case addIdentity(ItemRequest)
    case update(ItemRequest, ItemChanges)
    case updateIdentities(ItemRequest, ItemChanges)
    case delete(ItemRequest)
    case deleteIdentities(ItemRequest)

    /// Checks a change.
    ///
    /// - Throws: ``KeychainError`` for a request that no keychain would carry out.
    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        let request = try request.expanded()
        let isJoined = try request.asksForIdentities()
        switch request.verb {
        case .add:
            self =
                isJoined
                ? .addIdentity(request)
                : .add(request, try AdditionPlan(request, groups: groups))
        case .update(let changes):
            try request.checkUpdate()
            if isJoined { try request.checkUpdateOfIdentities(changes) }
            self = isJoined ? .updateIdentities(request, changes) : .update(request, changes)
        case .delete:
            try request.checkDeletion()
            self = isJoined ? .deleteIdentities(request) : .delete(request)
        case .copyMatching:
            throw KeychainError(.invalidParameter, reason: "A search changes nothing.")
        }
    }

    /// The request, with its object taken apart.
    var request: ItemRequest {
        switch self {
        case .add(let request, _), .addIdentity(let request), .update(let request, _),
            .updateIdentities(let request, _), .delete(let request), .deleteIdentities(let request):
            request
        }
    }
}
