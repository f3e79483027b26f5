internal import KeychainEssentials

extension LocalKeeper {
    /// Deletes all matching items of one class, or none (item-semantics.md §3.5); returns their
    /// number.
    ///
    /// A deletion reads no payload, so it never requires user authentication.
    func delete(
        _ request: ItemRequest,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) -> Int {
        let plan = try plan(request)
        try plan.checkWritable()
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        var matches: [DeletionMatch] = []
        repeat {
            matches = try transaction.picks(of: plan) { row throws(KeychainError) in
                try judge(row, plan, request)
            }
        } while matches.isEmpty && plan.turnToShared()
        for match in matches {
            guard var tombstone = match.item?.tombstone(at: now) else {
                try transaction.delete(match.stored)
                continue
            }
            tombstone.stamp(transaction.keys)
            try transaction.replace(match.stored, with: tombstone.row, keepingSecretWith: nil)
        }
        return matches.count
    }

    /// A row to delete.
    private struct DeletionMatch {
        let stored: VaultTransaction.Stored
        /// The item, if it leaves a tombstone.
        let item: PlainItem?
    }

    private func judge(
        _ row: LentRow,
        _ plan: QueryPlan,
        _ request: ItemRequest
    ) throws(KeychainError) -> DeletionMatch? {
        let leaves =
            request.leavesTombstone ?? (row.isSynchronizable && !row.isTombstone)
        guard try plan.mayMatch(row) else { return nil }
        switch try row.availability() {
        case .open(let classKeys):
            return try row.open(with: classKeys) { view, _ throws(KeychainError) in
                guard try plan.matches(view, row) else { return nil }
                let item = leaves ? try PlainItem(plan.schema, row, view, secret: nil) : nil
                return DeletionMatch(stored: VaultTransaction.Stored(row), item: item)
            }
        case .locked:
            // Deleting a row needs no key, but deciding whether it matches can need one (§7.2).
            guard plan.isDecidedByTokens, !leaves else {
                throw KeychainError(.locked)
            }
            return DeletionMatch(stored: VaultTransaction.Stored(row), item: nil)
        case .destroyed:
            return plan.isDecidedByTokens
                ? DeletionMatch(stored: VaultTransaction.Stored(row), item: nil) : nil
        }
    }
}

extension ItemRequest {
    /// Refuses options that are not allowed in a deletion (item-semantics.md §3.5).
    func checkDeletion() throws(KeychainError) {
        guard limit == nil || limit == .all, filters.isEmpty, interaction != .skip else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    A deletion cannot contain filters, the option to skip items, or a limit other \
                    than all.
                    """
            )
        }
    }
}
