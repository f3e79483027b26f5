extension ItemKeeper {
    /// Makes the steps one after the other; if one fails, undoes those before it.
    public func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        for step in steps { try step.request.checkStep(isAlone: steps.count == 1) }
        var compensation = Compensation(keeper: self)
        var answers: [ItemAnswer] = []
        for (index, step) in steps.enumerated() {
            do throws(KeychainError) {
                // The last step is never undone, so the values that it replaces need not be read,
                // which could ask the user unnecessarily.
                answers.append(try compensation.make(step, isLast: index == steps.count - 1))
            } catch  where step.skipping.contains(error.code) {
                continue
            } catch {
                compensation.undo()
                throw error
            }
        }
        return answers
    }
}

/// Makes changes on a keeper without transactions, and records the requests that undo them.
private struct Compensation {
    let keeper: any ItemKeeper
    private var reversals: [ItemRequest] = []

    init(keeper: any ItemKeeper) { self.keeper = keeper }

    /// Makes one step: its request, or its alternative if the request finds that it is needed.
    mutating func make(_ step: ItemStep, isLast: Bool) throws(KeychainError) -> ItemAnswer {
        guard let alternative = step.alternative else { return try make(step.request, isLast) }
        // Others can add or delete the item between the two. A round fails only if another writer
        // succeeded, so a small bound is enough.
        var rounds = 16
        while true {
            do throws(KeychainError) {
                return try make(step.request, isLast)
            } catch  where step.request.givesWay(after: error) {}
            rounds -= 1
            do throws(KeychainError) {
                return try make(alternative, isLast)
            } catch  where alternative.givesWay(after: error) && rounds > 0 {}
        }
    }

    /// Undoes all changes, the latest first, as far as possible.
    func undo() {
        for reversal in reversals.reversed() { _ = try? keeper.perform(reversal) }
    }

    private mutating func make(
        _ request: ItemRequest,
        _ isLast: Bool
    ) throws(KeychainError) -> ItemAnswer {
        do throws(KeychainError) {
            return try isLast ? keeper.perform(request) : remember(request)
        } catch {
            throw error.during(request.verb.operation)
        }
    }

    /// Makes a change, and records the requests that undo it.
    private mutating func remember(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        if case .add = request.verb {
            var asked = request
            asked.returning.insert(.persistentReference)
            let answer = try keeper.perform(asked)
            reversals += answer.items.compactMap(\.persistentReference).map {
                ItemRequest(.delete, persistentReference: $0)
            }
            return answer
        }
        let found = try matches(request)
        let answer = try keeper.perform(request)
        reversals += found.compactMap { restoration($0, after: request.verb) }
        return answer
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
