extension LocalKeeper {
    /// Answers many requests in one change, which waits for the disk once: all of them, or none.
    ///
    /// - Parameters:
    ///   - requests: Additions, updates and deletions, of which those after an object or of
    ///     identities are additions.
    ///   - skipped: Failures that leave out a request; nothing of it may be written by then, as is
    ///     so for items that are there already, and for those that are not.
    /// - Returns: The answers in the same order, without those left out.
    /// - Throws: What the first request that fails throws.
    func performAll(
        _ requests: some Sequence<ItemRequest>,
        skipping skipped: Set<KeychainError.Code> = []
    ) throws(KeychainError) -> [ItemAnswer] {
        let first = requests.first { _ in true } ?? ItemRequest(.add)
        return try authenticating(first) { proven throws(KeychainError) in
            try vault.change { transaction throws(KeychainError) in
                var answers: [ItemAnswer] = []
                for var request in requests {
                    request.authentication = request.authentication ?? proven.authentication
                    request.readsPayloads = request.readsPayloads || proven.readsPayloads
                    do throws(KeychainError) {
                        answers.append(try perform(request, &transaction))
                    } catch  where skipped.contains(error.code) {
                        continue
                    } catch {
                        throw error.during(request.verb.operation)
                    }
                }
                return answers
            }
        }
    }

    private func perform(
        _ request: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> ItemAnswer {
        let request = try request.expanded()
        let isJoined = try request.asksForIdentities()
        let count: Int
        switch request.verb {
        case .add:
            return try isJoined
                ? addIdentity(request, &transaction)
                : add(request, AdditionPlan(request, groups: groups), &transaction)
        case .update(let changes) where !isJoined:
            try request.checkUpdate()
            count = try update(request, changes, &transaction)
        case .delete where !isJoined:
            try request.checkDeletion()
            count = try delete(request, &transaction)
        default:
            throw KeychainError(
                .invalidParameter,
                reason: "Searches, and changes of identities, are not made together with others."
            )
        }
        guard count > 0 else { throw KeychainError(.itemNotFound) }
        return ItemAnswer(container: .none, count: count)
    }
}
