#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension LocalKeeper {
    /// Removes all matching items of one class, or none (item-semantics.md §3.5); returns how many.
    ///
    /// A deletion reads no payload, so it needs nothing of the user.
    func delete(
        _ request: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Int {
        let plan = try plan(request)
        try plan.checkWritable()
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        let doomed = try transaction.picks(of: plan) { row throws(KeychainError) in
            try judge(row, plan, request)
        }
        for match in doomed {
            guard var grave = match.item?.tombstone(at: now) else {
                try transaction.delete(match.stored)
                continue
            }
            grave.stamp(transaction.keys)
            try transaction.replace(match.stored, with: grave.row, keepingSecretWith: nil)
        }
        return doomed.count
    }

    /// A row to be removed.
    private struct Doomed {
        let stored: VaultTransaction.Stored
        /// The item, when it leaves a tombstone.
        let item: PlainItem?
    }

    private func judge(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ request: ItemRequest
    ) throws(KeychainError) -> Doomed? {
        let leaves =
            request.leavesTombstone ?? (row.isSynchronizable && !row.isTombstone)
        guard try plan.mayMatch(row) else { return nil }
        switch try row.availability() {
        case .open(let classKeys):
            return try row.open(with: classKeys) { view, _ throws(KeychainError) in
                guard try plan.matches(view, row) else { return nil }
                let item = leaves ? try PlainItem(plan.schema, row, view, secret: nil) : nil
                return Doomed(stored: VaultTransaction.Stored(row), item: item)
            }
        case .locked:
            // Removing a row needs no key, but knowing which row it is may need one (§7.2).
            guard plan.isDecidedByTokens, !leaves else {
                throw KeychainError(.locked)
            }
            return Doomed(stored: VaultTransaction.Stored(row), item: nil)
        case .destroyed:
            return plan.isDecidedByTokens
                ? Doomed(stored: VaultTransaction.Stored(row), item: nil) : nil
        }
    }
}

extension ItemRequest {
    /// Refuses what a deletion does not take (item-semantics.md §3.5).
    func checkDeletion() throws(KeychainError) {
        guard limit == nil, filters.isEmpty, interaction != .skip else {
            throw KeychainError(
                .invalidParameter,
                reason: "A deletion does not take limits or filters."
            )
        }
    }
}
