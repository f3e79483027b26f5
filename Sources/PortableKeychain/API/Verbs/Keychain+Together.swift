extension Keychain {
    /// Answers several additions, updates and deletions together, in their order: all, or none.
    ///
    /// An update and an addition of the same item, with ``KeychainError/Code/itemNotFound`` and
    /// ``KeychainError/Code/duplicateItem`` skipped, set it whether it was there or not. A keeper of
    /// another kind takes one after the other, and puts back what it changed when one fails.
    ///
    /// - Parameters:
    ///   - requests: What is to be done; searches are none of it.
    ///   - skipped: Failures that leave out a request, and its answer.
    /// - Returns: The answers in the same order.
    /// - Throws: What the first request that fails throws.
    @discardableResult
    package func performTogether(
        _ requests: [ItemRequest],
        skipping skipped: Set<KeychainError.Code> = []
    ) throws(KeychainError) -> [ItemAnswer] {
        var requests = requests
        if let authenticated = keeper as? AuthenticatedKeeper {
            requests = requests.map(authenticated.carrying)
        }
        if let keeper = localKeeper { return try keeper.performAll(requests, skipping: skipped) }
        var reversal = Reversal(keeper: keeper)
        var answers: [ItemAnswer] = []
        do throws(KeychainError) {
            for request in requests {
                do throws(KeychainError) {
                    answers.append(try reversal.perform(request))
                } catch  where skipped.contains(error.code) {
                    continue
                } catch {
                    throw error.during(request.verb.operation)
                }
            }
        } catch {
            reversal.undo()
            throw error
        }
        return answers
    }
}

/// What takes changes of a keeper back that has no transactions.
private struct Reversal {
    let keeper: any ItemKeeper
    private var steps: [ItemRequest] = []

    init(keeper: any ItemKeeper) { self.keeper = keeper }

    mutating func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        switch request.verb {
        case .copyMatching:
            throw KeychainError(.invalidParameter, reason: "A search changes nothing.")
        case .add:
            var asked = request
            asked.returning.insert(.persistentReference)
            let answer = try keeper.perform(asked)
            steps += answer.items.compactMap(\.persistentReference).map {
                ItemRequest(.delete, persistentReference: $0)
            }
            return answer
        case .update, .delete:
            let found = try matches(request)
            let answer = try keeper.perform(request)
            steps += found.compactMap { restoration($0, after: request.verb) }
            return answer
        }
    }

    /// Takes everything back, the latest first; what cannot be taken back stays.
    func undo() {
        for step in steps.reversed() { _ = try? keeper.perform(step) }
    }

    private func matches(_ request: ItemRequest) throws(KeychainError) -> [ItemAnswer.Item] {
        var search = request
        search.verb = .copyMatching
        search.secret = nil
        search.limit = .all
        search.returning = [.attributes, .data, .persistentReference]
        return try keeper.perform(search).items
    }

    private func restoration(
        _ item: ItemAnswer.Item,
        after verb: ItemRequest.Verb
    ) -> ItemRequest? {
        guard let attributes = item.attributes?.given else { return nil }
        if case .delete = verb {
            return ItemRequest(
                .add,
                itemClass: item.itemClass,
                attributes: attributes,
                secret: item.secret
            )
        }
        return item.persistentReference.map {
            ItemRequest(
                .update(ItemChanges(attributes: attributes, secret: item.secret)),
                persistentReference: $0
            )
        }
    }
}
