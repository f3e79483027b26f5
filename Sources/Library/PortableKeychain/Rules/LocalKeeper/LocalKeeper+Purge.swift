internal import KeychainEssentials

/// Deleting for good (item-semantics.md §8.3.4).
extension LocalKeeper {
    package func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int {
        let prepared = try PreparedChange(deletion, groups: groups)
        let count = try vault.change { transaction throws(KeychainError) in
            let purging = PurgingJournal()
            transaction.journal = purging
            let count =
                switch prepared {
                case .delete(let request): try delete(request, &transaction)
                case .deleteIdentities(let request): try deleteIdentities(request, &transaction)
                default: throw KeychainError(.invalidParameter)
                }
            transaction.journal = nil
            let rows = HistoryRows(vault)
            for purged in purging.rows { try forgetVersions(of: purged, rows, &transaction) }
            try record(purging.rows, rows, &transaction)
            return count
        }
        if count == 0 { try vault.confirmAbsence() }
        return count
    }

    /// Removes what a row was, under this primary key and under earlier ones.
    private func forgetVersions(
        of purged: PurgedRow,
        _ rows: HistoryRows,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) {
        if let item = purged.item {
            for row in try rows.stored(.identity(item.identity), in: transaction) {
                try transaction.delete(row)
            }
        }
        guard !groups.grantsAll else {
            for row in try rows.stored(.item(purged.place), in: transaction) {
                try transaction.delete(row)
            }
            return
        }
        // It may have come from a group of which the caller is no member.
        for version in try rows.versions(.item(purged.place), in: transaction)
        where isReachable(version.item) {
            for row in try rows.stored(.row(version.id), in: transaction) {
                try transaction.delete(row)
            }
        }
    }

    /// Records that items were deleted for good: a change that cannot be taken back, and their names.
    ///
    /// Without it, the change before would look like the newest one.
    private func record(
        _ purged: [PurgedRow],
        _ rows: HistoryRows,
        _ transaction: inout VaultTransaction
    ) throws(KeychainError) {
        let purged = purged.filter { !($0.item?.isInternal ?? false) && !$0.isTombstone }
        guard history.keeps, !purged.isEmpty else { return }
        let policy = try rows.setting(in: transaction) ?? history
        guard policy.keeps else { return }
        let entropy = vault.world.entropy
        let now = Date(timeIntervalSinceReferenceDate: vault.world.clock.now())
        let change = KeptChange(
            id: entropy.bytes(Limits.identifierLength),
            date: now,
            origin: .purged,
            entries: purged.map { KeptChange.Entry(place: $0.place, existed: true, after: nil) }
        )
        let identifier = entropy.bytes(Limits.identifierLength)
        try transaction.insert(change.hidden(identifier: identifier).row)
        for item in purged.compactMap(\.item) {
            let id = entropy.bytes(Limits.identifierLength)
            let name = KeptVersion(nameOf: item, change: change.id, date: now, id: id)
            try transaction.insert(name.hidden.row)
        }
        try rows.expire(policy, now, in: &transaction)
    }
}

/// A row that is removed for good.
private struct PurgedRow {
    let place: KeptChange.Place
    let isTombstone: Bool
    /// The item without its payload; `nil` if its key no longer exists.
    let item: PlainItem?
}

/// Collects the rows that a deletion removes.
private final class PurgingJournal: RowJournal {
    private(set) var rows: [PurgedRow] = []

    func rowToKeep(
        of row: LentRow,
        becoming plain: PlainRow?
    ) throws(KeychainError) -> PlainRow? {
        guard let code = row.classCode else { return nil }
        var item: PlainItem?
        switch try row.availability() {
        case .destroyed: break
        // The versions that other items of this name have left are found by the name alone.
        case .locked: throw KeychainError(.locked)
        case .open(let classKeys):
            item = try row.open(with: classKeys) { view, _ throws(KeychainError) in
                try PlainItem(ClassSchema.of(code.itemClass), row, view, secret: nil)
            }
        }
        let place = KeptChange.Place(code: code, identifier: row.identifier)
        rows.append(PurgedRow(place: place, isTombstone: row.isTombstone, item: item))
        return nil
    }

    func noteAddition(_ plain: PlainRow) {}
}

extension PlainItem {
    /// Whether it is this software's own state.
    fileprivate var isInternal: Bool { AccessGroups.isInternal(accessGroup.utf8) }
}
