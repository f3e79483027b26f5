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
                try census(of: copy rows, isStructureDamaged: isStructureDamaged).report
            }
        }
    }

    /// Removes the rows that no key opens, and takes those that are left for the whole set
    /// (vault-format.md §18).
    ///
    /// Locked rows stay, because only their keys tell whether they are damaged. All of the file is written
    /// again, with its indexes: the columns of rows that open are authentic, and those of an index are not.
    /// The state of synchronization stays whole or not at all: with a part of it, or an older one, this
    /// device would accept what it has refused.
    ///
    /// - Parameter copy: Copies the file and its log (``KeychainFileContent``); called before anything is
    ///   changed, and only if there is something to repair.
    /// - Returns: The report.
    /// - Throws: ``KeychainError/Code/corrupt`` when the state cannot be read; any error of the store or of
    ///   `copy`.
    func repair(
        keeping copy: (_ end: String, KeychainFileContent) throws(KeychainError) -> Void
    ) throws(KeychainError) -> DamageReport {
        var report = DamageReport()
        var written: (RollbackMemory.Point, [UInt8])?
        let isDone = try Self.translating {
            let isStructureDamaged = try !store.integrityProblems().isEmpty
            return try store.rebuild(
                { rows, keep in
                    let found = try census(
                        of: copy rows,
                        isStructureDamaged: isStructureDamaged
                    )
                    report = found.report
                    guard report.isRepairable else { return nil }
                    let kept = try found.keep(rows, keep)
                    let (stored, state) = try found.state(of: kept, world.entropy)
                    let point = RollbackMemory.Point(
                        epoch: stored.epoch,
                        generation: state.generation
                    )
                    written = (point, found.keys.keybag.keychain)
                    return stored
                },
                keeping: { end, file in try copy(end, KeychainFileContent(file)) }
            )
        }
        if isDone, let (point, keychain) = written { note(point, of: keychain) }
        return report
    }

    /// Looks at all rows of a snapshot.
    private func census(
        of rows: borrowing ReadTransaction,
        isStructureDamaged: Bool
    ) throws -> RowCensus {
        let stored = try rows.readState()
        var keys = try currentKeys()
        if keys.epoch != stored.epoch { keys = try reload(stored) }
        let state = try keys.digests.open(stored, keychain: keys.keybag.keychain)
        var census = census(keys, stored, state)
        let isWhole = try rows.forEachReadableRow { row in try census.count(row) }
        census.conclude(isWhole: isWhole)
        if isStructureDamaged { census.report.isStructureDamaged = true }
        return census
    }

    private func census(
        _ keys: KeySet,
        _ stored: StoredState,
        _ state: VaultState
    ) -> RowCensus {
        RowCensus(
            keys: keys,
            stored: stored,
            state: state,
            history: groupTokens([AccessGroups.encodedHistory], in: .genericPassword),
            sync: groupTokens([AccessGroups.encodedSync], in: .genericPassword),
            exclusive: groupTokens([AccessGroups.encodedExclusive], in: .genericPassword),
            // The service of the desktop makes its index again.
            own: groupTokens(
                AccessGroups.encodedInternal + [Array(AccessGroups.desktopIndex.utf8)],
                in: .genericPassword
            )
        )
    }
}

extension KeychainFileContent {
    fileprivate init(_ file: StoreFile) {
        self.init(length: file.length) { room, place throws(KeychainError) in
            try Vault.translating { try file.fill(room, from: place) }
        }
    }
}

/// The rows of a keychain, of which some may be damaged.
private struct RowCensus {
    let keys: KeySet
    let stored: StoredState
    let state: VaultState
    let history: GroupTokens
    let sync: GroupTokens
    let exclusive: GroupTokens
    /// All groups of this software's own state, with those above.
    let own: GroupTokens
    var report = DamageReport()
    /// The sum and the number of all rows, as they are.
    var all = VaultState()
    var isSynchronized = false

    /// Counts a row.
    mutating func count(_ view: borrowing RowView) throws(KeychainError) {
        let row = LentRow(view: copy view, keys: keys)
        all.add(try RowSealing(keys: keys).leaf(view))
        let isOfSync = row.isIn(sync, .genericPassword)
        if isOfSync { isSynchronized = true }
        switch try loss(of: row) {
        case nil: break
        case .secret(let item): report.withoutSecret.append(item)
        case .row where row.isIn(history, .genericPassword): report.historyCount += 1
        case .row where isOfSync: report.endsSynchronization = true
        case .row where row.isIn(exclusive, .genericPassword): report.endsExclusiveUse = true
        case .row where row.isIn(own, .genericPassword): report.stateCount += 1
        case .row: report.itemCount += 1
        }
    }

    /// Concludes from all rows.
    ///
    /// - Parameter isWhole: Whether all pages of the table could be read.
    mutating func conclude(isWhole: Bool) {
        let isComplete = all.digest == state.digest && all.rowCount == state.rowCount
        if isWhole {
            report.isSetChanged = !isComplete
        } else {
            report.isStructureDamaged = true
            if state.rowCount > all.rowCount {
                report.unreadableCount = Int(clamping: state.rowCount - all.rowCount)
            }
        }
        // Nothing shows then that its rows are all, or that none is an older one.
        if isSynchronized, !isComplete { report.endsSynchronization = true }
    }

    /// Chooses the rows that stay, after all were counted.
    ///
    /// - Returns: Their sum and number.
    func keep(
        _ rows: borrowing ReadTransaction,
        _ keep: (SealedRow) throws -> Bool
    ) throws -> VaultState {
        var kept = VaultState()
        _ = try rows.forEachReadableRow { view in
            let row = LentRow(view: copy view, keys: keys)
            if report.endsSynchronization, row.isIn(sync, .genericPassword) { return }
            if case .row = try loss(of: row) { return }
            // Of two with the same identifier, which other software has made, only one stays.
            if try keep(view.copy()) { kept.add(try RowSealing(keys: keys).leaf(view)) }
        }
        return kept
    }

    /// The state of the rows that stay.
    func state(
        of kept: VaultState,
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

    private enum Loss {
        /// Nothing of the row can be used.
        case row
        /// The attributes can be opened, the payload cannot.
        case secret(BackupItem)
    }

    /// The part of a row that cannot be opened; `nil` for a row that can, or is locked.
    private func loss(of row: LentRow) throws(KeychainError) -> Loss? {
        do throws(KeychainError) {
            guard case .open(let classKeys) = try row.availability(),
                let item = try Self.itemWithoutSecret(row, classKeys)
            else { return nil }
            // An earlier version without its payload is none, nor is a row of a state.
            return row.isIn(own, .genericPassword) ? .row : .secret(item)
        } catch  where error.code == .corrupt {
            return .row
        }
    }

    /// The item in a row if its payload cannot be opened; `nil` if it can.
    private static func itemWithoutSecret(
        _ row: LentRow,
        _ classKeys: ClassKeys
    ) throws(KeychainError) -> BackupItem? {
        try row.open(with: classKeys) { view, tag throws(KeychainError) in
            var attributes = try view.decoded()
            if row.isSynchronizable { attributes[.synchronizable] = .number(1) }
            guard let itemClass = row.classCode?.itemClass else { throw KeychainError(.corrupt) }
            guard case .damaged = try row.payload(with: classKeys, tag: tag) else { return nil }
            return BackupItem(
                itemClass: itemClass,
                identifier: row.identifier,
                attributes: attributes,
                secret: nil
            )
        }
    }
}
