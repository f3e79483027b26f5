@_spi(Keepers) extension ItemKeeper {
    /// Makes the steps one after the other; if one fails, undoes those before it.
    public func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        for step in steps { try step.check(isAlone: steps.count == 1) }
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
        if let replaced = step.replaced { return try replace(replaced, with: step.request) }
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

    /// Adds an item; deletes the one that is there first, if need be.
    ///
    /// Nothing is read, so the user is asked for nothing. Before the old item is deleted, the new
    /// one is added under another account. If that fails, the old item stays; if the addition fails
    /// after the deletion, the copy stays, so that one of the two values is always there.
    private func replace(
        _ deletion: ItemRequest,
        with addition: ItemRequest
    ) throws(KeychainError) -> ItemAnswer {
        do throws(KeychainError) {
            do throws(KeychainError) {
                return try keeper.perform(addition)
            } catch  where addition.givesWay(after: error) {}
            let removal = try addCopy(of: addition)
            var isDeleted = false
            do throws(KeychainError) {
                let answer = try replace(deletion, with: addition, &isDeleted)
                _ = try? keeper.perform(removal)
                return answer
            } catch {
                if !isDeleted { _ = try? keeper.perform(removal) }
                throw error
            }
        } catch {
            throw error.during(.add)
        }
    }

    /// Adds the item under another account; returns the request that removes it.
    private func addCopy(of addition: ItemRequest) throws(KeychainError) -> ItemRequest {
        let copy = addition.ofCopy
        var removal = ItemRequest(.delete, itemClass: copy.itemClass)
        for key in [.accessGroup] + (copy.itemClass?.uniqueness.map(\.key) ?? []) {
            removal.attributes[key] = copy.attributes[key]
        }
        let added: ItemAnswer
        do throws(KeychainError) {
            added = try keeper.perform(copy)
        } catch  where copy.givesWay(after: error) {
            // A copy that an earlier replacement left: the item was stored since.
            _ = try keeper.answer(to: removal)
            added = try keeper.perform(copy)
        }
        let reference = added.items.first?.persistentReference
        return reference.map { ItemRequest(.delete, persistentReference: $0) } ?? removal
    }

    private func replace(
        _ deletion: ItemRequest,
        with addition: ItemRequest,
        _ isDeleted: inout Bool
    ) throws(KeychainError) -> ItemAnswer {
        // Others can add the item between the two; the bound is as above.
        for _ in 0..<16 {
            // The addition reports an item that the deletion does not name.
            guard try keeper.answer(to: deletion) != nil else { break }
            isDeleted = true
            do throws(KeychainError) {
                return try keeper.perform(addition)
            } catch  where addition.givesWay(after: error) {}
        }
        return try keeper.perform(addition)
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

    /// The items that a change affects, with all that restores them.
    ///
    /// The user is not asked: proofs are used only if the request brings them.
    private func matches(_ request: ItemRequest) throws(KeychainError) -> [ItemAnswer.Item] {
        var search = request
        search.verb = .copyMatching
        search.secret = nil
        search.limit = .all
        search.returning = [.attributes, .persistentReference]
        search.interaction = .forbidden
        guard request.verb.replacesProtectedParts else { return try keeper.perform(search).items }
        search.returning.insert(.data)
        search.authentication = nil
        do throws(KeychainError) {
            return try keeper.perform(search).items
        } catch  where error.code.isInaccessible && request.authentication != nil {
            search.authentication = request.authentication
        }
        let found = try keeper.perform(search).items
        // Restored without its access control, an item could be read without user authentication.
        guard !found.contains(where: \.hasUnreadableAccessControl) else {
            throw KeychainError(
                .authenticationRequired,
                during: request.verb.operation,
                reason: """
                    An item requires user authentication, and this keeper does not tell which, so \
                    the item could not be restored if a later change failed. Change it separately.
                    """
            )
        }
        return found
    }

    private func restoration(
        _ item: ItemAnswer.Item,
        after verb: ItemRequest.Verb
    ) -> ItemRequest? {
        guard let attributes = item.attributes?.given else { return nil }
        switch verb {
        case .delete:
            return ItemRequest(
                .add,
                itemClass: item.itemClass,
                attributes: attributes,
                secret: item.secret
            )
        case .update(let changes):
            return item.persistentReference.map {
                ItemRequest(
                    .update(changes.restoring(attributes, item.secret)),
                    persistentReference: $0
                )
            }
        case .add, .copyMatching: return nil
        }
    }
}

extension ItemRequest {
    /// The request for a copy of the item under another account.
    fileprivate var ofCopy: ItemRequest {
        var copy = self
        copy.returning = .persistentReference
        let account: String
        if case .string(let name) = attributes[.account] { account = name } else { account = "" }
        copy.attributes[.account] = .string(account + ItemStep.copySuffix)
        return copy
    }
}

extension ItemRequest.Verb {
    /// Whether the change takes away a secret or a protection, which are read to restore them.
    fileprivate var replacesProtectedParts: Bool {
        switch self {
        case .delete: true
        case .update(let changes): changes.secret != nil || changes.changesProtection
        case .add, .copyMatching: false
        }
    }
}

extension ItemChanges {
    fileprivate var changesProtection: Bool {
        attributes[.accessible] != nil || attributes[.accessControl] != nil
    }

    /// The changes that undo these: only the changed attributes, with their old values.
    fileprivate func restoring(_ old: ItemAttributes, _ secret: SecretBytes?) -> ItemChanges {
        var restored: ItemAttributes = [:]
        for (key, _) in attributes { restored[key] = old[key] }
        if changesProtection {
            // Items state their protection by one of the two, which need not be the new one.
            restored[.accessible] = old[.accessible]
            restored[.accessControl] = old[.accessControl]
        }
        return ItemChanges(attributes: restored, secret: self.secret == nil ? nil : secret)
    }
}
