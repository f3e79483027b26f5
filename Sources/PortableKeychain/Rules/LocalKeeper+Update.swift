#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension LocalKeeper {
    /// Changes all matching items, or none (item-semantics.md §3.4).
    func update(_ request: ItemRequest, _ changes: ItemChanges) throws(KeychainError) -> ItemAnswer
    {
        guard request.limit == nil, request.filters.isEmpty, request.returning.isEmpty,
            request.interaction != .skip
        else {
            throw KeychainError(
                .invalidParameter,
                reason: "An update does not take limits, filters or results."
            )
        }
        return try change { transaction throws(KeychainError) in
            try update(request, changes, &transaction)
        }
    }

    /// Changes all matching items of one class; returns how many.
    func update(
        _ request: ItemRequest,
        _ changes: ItemChanges,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Int {
        let plan = try plan(request)
        try plan.checkWritable()
        let change = try ChangePlan(changes, schema: plan.schema, groups: groups)
        plan.pattern.wantsSecret = true
        let now = vault.world.clock.now()
        return try transaction.changeAll(plan) { row throws(KeychainError) in
            try match(row, plan, request)
        } with: { match, transaction throws(KeychainError) in
            try transaction.apply(
                change,
                to: match,
                now: now,
                leavesTombstone: request.leavesTombstone
            )
        }
    }

    /// An item to be changed, with its row as it lies.
    struct Match {
        let stored: VaultTransaction.Stored
        let item: PlainItem
        /// The tag of the payload's box.
        let tag: [UInt8]?
    }

    private func match(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ request: ItemRequest
    ) throws(KeychainError) -> Match? {
        guard try plan.mayMatch(row) else { return nil }
        switch try row.availability() {
        case .destroyed: return nil
        case .locked: throw KeychainError(.interactionNotAllowed)
        case .open(let classKeys):
            return try row.open(with: classKeys) { view, tag throws(KeychainError) in
                guard try plan.matches(view, row) else { return nil }
                guard try row.isReadable(view, request.interaction) else { return nil }
                let secret = try row.secret(with: classKeys, tag: tag)
                return Match(
                    stored: VaultTransaction.Stored(row),
                    item: try PlainItem(plan.schema, row, view, secret: secret),
                    tag: tag.map { Array($0) }
                )
            }
        }
    }
}

extension VaultTransaction {
    fileprivate mutating func apply(
        _ change: ChangePlan,
        to match: LocalKeeper.Match,
        now: Double,
        leavesTombstone: Bool?
    ) throws(KeychainError) {
        var item = match.item
        try change.apply(to: &item)
        item.attributes[.modificationDate] = .date(match.item.nextModificationDate(now))
        // A new protection seals everything anew; otherwise an unchanged payload stays as it lies.
        let keepsSecret =
            change.secret == nil && !item.isTombstone
            && item.accessControl.accessibility == match.item.accessControl.accessibility
        let oldKey = match.item.index.primaryKey
        let movesKey = !item.index.primaryKey.elementsEqual(oldKey) { $0 == $1 }
        if movesKey {
            try makeRoom(for: &item, unless: match.stored.id)
        }
        item.stamp(keys)
        try replace(
            match.stored,
            with: item.row,
            keepingSecretWith: keepsSecret ? match.tag : nil
        )
        let leaves = leavesTombstone ?? match.item.isSynchronizable
        if movesKey, leaves, !match.item.isTombstone {
            var grave = match.item.tombstone(at: Date(timeIntervalSinceReferenceDate: now))
            grave.identifier = entropy.bytes(16)
            grave.stamp(keys)
            try insert(grave.row)
        }
    }
}
