internal import SealedStore

extension Vault {
    /// Counts what a repair would remove, in one snapshot.
    ///
    /// - Returns: The report.
    /// - Throws: ``KeychainError/Code/corrupt`` when the state cannot be read.
    func damage() throws(KeychainError) -> DamageReport {
        try Self.translating {
            let isStructureDamaged = try !store.integrityProblems().isEmpty
            return try store.read { rows in
                try census(of: copy rows, isStructureDamaged: isStructureDamaged) { _ in }.report
            }
        }
    }

    /// Removes the rows that no key opens, and takes those that are left for the whole set
    /// (vault-format.md §18).
    ///
    /// Locked rows stay, because only their keys tell whether they are damaged. All of the file is written
    /// again, with its indexes: the columns of rows that open are authentic, and those of an index are not.
    ///
    /// - Parameter copy: Copies the files; called before anything is changed, and only if there is
    ///   something to repair.
    /// - Returns: The report.
    /// - Throws: ``KeychainError/Code/corrupt`` when the state cannot be read; any error of the store or of
    ///   `copy`.
    func repair(
        keeping copy: () throws(KeychainError) -> Void
    ) throws(KeychainError) -> DamageReport {
        var report = DamageReport()
        var written: (RollbackMemory.Point, [UInt8])?
        let isDone = try Self.translating {
            let isStructureDamaged = try !store.integrityProblems().isEmpty
            return try store.rebuild(
                { rows, keep in
                    let census = try census(
                        of: rows,
                        isStructureDamaged: isStructureDamaged,
                        keep
                    )
                    report = census.report
                    guard report.isRepairable else { return nil }
                    let (stored, state) = try census.state(world.entropy)
                    let point = RollbackMemory.Point(
                        epoch: stored.epoch,
                        generation: state.generation
                    )
                    written = (point, census.keys.keybag.keychain)
                    return stored
                },
                keeping: { try copy() }
            )
        }
        if isDone, let (point, keychain) = written { note(point, of: keychain) }
        return report
    }

    /// Looks at all rows of a snapshot.
    private func census(
        of rows: borrowing ReadTransaction,
        isStructureDamaged: Bool,
        _ keep: (SealedRow) throws -> Void
    ) throws -> RowCensus {
        let stored = try rows.readState()
        var keys = try currentKeys()
        if keys.epoch != stored.epoch { keys = try reload(stored) }
        let state = try keys.digests.open(stored, keychain: keys.keybag.keychain)
        var census = census(keys, stored, state)
        let isWhole = try rows.forEachReadableRow { row in
            if try census.count(row) { try keep(row.copy()) }
        }
        census.compare(isWhole: isWhole)
        census.report.isStructureDamaged = isStructureDamaged || !isWhole
        return census
    }

    private func census(
        _ keys: KeySet,
        _ stored: StoredState,
        _ state: VaultState
    ) -> RowCensus {
        let history = AccessGroups.encodedHistory
        return RowCensus(
            keys: keys,
            stored: stored,
            state: state,
            history: groupTokens([history], in: .genericPassword),
            own: groupTokens(
                AccessGroups.encodedInternal.filter { $0 != history },
                in: .genericPassword
            )
        )
    }
}

/// The rows of a keychain, of which some may be damaged.
private struct RowCensus {
    let keys: KeySet
    let stored: StoredState
    let state: VaultState
    let history: GroupTokens
    let own: GroupTokens
    var report = DamageReport()
    /// The digest of the rows that stay, and their number.
    private var kept = VaultState()
    /// The same of all rows.
    private var all = VaultState()

    init(
        keys: KeySet,
        stored: StoredState,
        state: VaultState,
        history: GroupTokens,
        own: GroupTokens
    ) {
        (self.keys, self.stored, self.state) = (keys, stored, state)
        (self.history, self.own) = (history, own)
    }

    /// Counts a row; returns whether it stays.
    mutating func count(_ view: borrowing RowView) throws(KeychainError) -> Bool {
        let row = LentRow(view: copy view, keys: keys)
        let leaf = try RowSealing(keys: keys).leaf(copy view)
        all.digest.add(leaf)
        all.rowCount += 1
        if try isLost(row) {
            guard row.isIn(own, .genericPassword) else {
                if row.isIn(history, .genericPassword) {
                    report.historyCount += 1
                } else {
                    report.itemCount += 1
                }
                return false
            }
            report.stateCount += 1
        }
        kept.digest.add(leaf)
        kept.rowCount += 1
        return true
    }

    /// Notes whether the rows are those of the state.
    ///
    /// - Parameter isWhole: Whether all pages of the table could be read.
    mutating func compare(isWhole: Bool) {
        if isWhole {
            report.isSetChanged = all.digest != state.digest || all.rowCount != state.rowCount
        } else if state.rowCount > all.rowCount {
            report.unreadableCount = Int(clamping: state.rowCount - all.rowCount)
        }
    }

    /// The state of the rows that stay.
    func state(
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> (StoredState, VaultState) {
        var (next, stored) = (kept, stored)
        next.generation = state.generation + 1
        stored.digest = try keys.digests.seal(
            next,
            of: stored,
            keychain: keys.keybag.keychain,
            entropy: entropy
        )
        return (stored, next)
    }

    /// Whether the attributes of a row cannot be opened, or the payload of an earlier version; notes an item
    /// without its payload.
    private mutating func isLost(_ row: LentRow) throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            guard case .open(let classKeys) = try row.availability() else { return false }
            guard let damaged = try Self.itemWithoutSecret(row, classKeys) else { return false }
            // A version without its payload is none.
            if row.isIn(history, .genericPassword) { return true }
            if !row.isIn(own, .genericPassword) { report.withoutSecret.append(damaged) }
            return false
        } catch  where error.code == .corrupt {
            return true
        }
    }

    /// The item in a row if its payload cannot be opened; `nil` if it can.
    private static func itemWithoutSecret(
        _ row: LentRow,
        _ classKeys: ClassKeys
    ) throws(KeychainError) -> BackupItem? {
        try row.open(with: classKeys) { view, tag throws(KeychainError) in
            let attributes = try view.decoded()
            guard let itemClass = row.classCode?.itemClass else { throw KeychainError(.corrupt) }
            do throws(KeychainError) {
                _ = try row.secret(with: classKeys, tag: tag)
                return nil
            } catch  where error.code == .corrupt {
                return BackupItem(
                    itemClass: itemClass,
                    identifier: row.identifier,
                    attributes: attributes,
                    secret: nil
                )
            }
        }
    }
}
