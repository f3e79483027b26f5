internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// Brings items and records together: the changes to store here, and those to send to the log.
///
/// It is computed without changing anything; the store then applies all of it or, if an item was
/// changed meanwhile, nothing.
struct Settlement {
    private(set) var applications: [SyncApplication] = []
    private(set) var changes: [SyncStateChange] = []
    /// The records to put on the log, and the rows that have the same.
    private(set) var puts: [(id: ItemID, record: [UInt8], row: RowMark?)] = []
    /// The items to remove from the log.
    private(set) var deletes: [ItemID] = []
    /// The number of items that cannot be compared until the keychain is unlocked.
    private(set) var waiting = 0
    /// The rows whose items have nothing to do.
    private(set) var settled: [(mark: RowMark, id: ItemID)] = []
    /// The items whose records cannot be opened or stored; they stay as they are.
    private(set) var quarantined: Set<ItemID> = []
    /// The number of items that are too large for a record; they stay on this device.
    private(set) var oversized = 0
    private let ledger: SyncLedger
    private let sealing: any RecordSealing
    private let rules: SyncRules
    private let edits: LocalEdits
    private let merge: ItemMerge
    let content: LocalContent
    private let accepts: @Sendable (BackupItem, SyncKey) -> Bool
    private let now: Date
    private var authors: ValueAuthors

    /// Compares everything.
    ///
    /// - Parameters:
    ///   - content: The items of this device.
    ///   - memory: The device's knowledge of the log, and of the rows that were not opened.
    ///   - tools: The functions that seal and merge items.
    ///   - held: Items that turned out to be locked.
    /// - Throws: Any error of opening records.
    init(
        _ content: LocalContent,
        _ memory: SyncMemory,
        _ tools: SyncTools,
        holding held: Set<SyncKey>
    ) throws(KeychainError) {
        ledger = memory.ledger
        self.content = content
        sealing = tools.sealing
        rules = tools.rules
        edits = LocalEdits(device: tools.device, rules: tools.rules)
        merge = tools.merge
        accepts = tools.accepts
        now = tools.now
        authors = memory.ledger.authors ?? ValueAuthors(start: now)
        var ids: Set<ItemID> = []
        for key in content.entries.keys {
            let id = sealing.id(of: key)
            ids.insert(id)
            if held.contains(key) { waiting += 1 } else { try compare(id, key) }
        }
        let unsettled = memory.unsettled(beyond: ids, missing: content.missing)
        for id in unsettled { try settleMissing(id, holding: held) }
        if authors != ledger.authors { changes.append(authors.row) }
    }

    /// Settles an item, and notes whether there was anything to do.
    private mutating func compare(_ id: ItemID, _ key: SyncKey) throws(KeychainError) {
        let (before, sent) = (amount, puts.count)
        try settle(id, key)
        if puts.count > sent, case .keep? = applications.last?.outcome {
            puts[sent].row = content.marks[key]
        }
        let hasWork = amount != before || quarantined.contains(id)
        guard rules.isSettled(hasWork, ledger.pending[id] != nil) else { return }
        if let mark = content.marks[key] { settled.append((mark, id)) }
    }

    private mutating func settle(_ id: ItemID, _ key: SyncKey) throws(KeychainError) {
        // It has been stored here again.
        if ledger.gone.contains(id) { changes.append(.gone(id, false)) }
        guard let entry = content.entries[key], let sides = try sides(of: id) else {
            if !quarantined.contains(id) { waiting += 1 }
            return
        }
        switch entry {
        case .home: break
        case .live(let item, let seen): try settleLive(id, key, item, seen, sides)
        case .tombstone(let modified):
            try settleTombstone(id, key, .tombstone(modified: modified), sides)
        }
    }

    /// The states of an item; `nil` if one of them needs an unlocked keychain, or cannot be read.
    private mutating func sides(of id: ItemID) throws(KeychainError) -> Sides? {
        do throws(KeychainError) { return try readSides(of: id) } catch {
            guard [.undecodable, .corrupt].contains(error.code) else { throw error }
            quarantined.insert(id)
            return nil
        }
    }

    private func readSides(of id: ItemID) throws(KeychainError) -> Sides? {
        let record = ledger.replicas[id]
        let mark = ledger.basis(of: id)
        guard isReadable(record), isReadable(ledger.pending[id]) else { return nil }
        let remote = try record.map { record throws(KeychainError) in try state(record, id) }
        let basis: ItemState?
        switch mark {
        case .replica: basis = remote
        case .nothing: basis = nil
        case .record(let old):
            guard isReadable(old) else { return nil }
            basis = try state(old, id)
        }
        let pending = try ledger.pending[id].map { record throws(KeychainError) in
            try state(record, id)
        }
        return Sides(basis: basis, remote: remote, pending: pending, isMerged: mark == .replica)
    }

    private func isReadable(_ record: [UInt8]?) -> Bool {
        content.isUnlocked || !(record.map(sealing.needsUnlock) ?? false)
    }

    private func state(_ record: [UInt8], _ id: ItemID) throws(KeychainError) -> ItemState {
        try ItemState(sealing.open(record, of: id))
    }
}

// MARK: The three things that can be stored under a key

extension Settlement {
    private mutating func settleLive(
        _ id: ItemID,
        _ key: SyncKey,
        _ item: BackupItem,
        _ seen: SeenVersion,
        _ sides: Sides
    ) throws(KeychainError) {
        let local = edits.state(of: item, since: sides.pending ?? sides.basis)
        guard let remote = sides.remote else {
            guard let basis = sides.basis, !rules.outlivesRemoteDelete(local, basis) else {
                noteAuthors(of: [sides.pending, sides.basis], id)
                return try keep(id, key, seen, local, sides)
            }
            noteAuthors(of: [basis, local], id)
            applications.append(SyncApplication(key: key, expected: seen, outcome: .delete))
            return try note(id, nil, sides)
        }
        guard !sides.isMerged else {
            guard rules.isEdited(local, remote) else { return try note(id, nil, sides) }
            noteAuthors(of: [remote, sides.pending], id)
            return try keep(id, key, seen, local, sides)
        }
        let found = merge.outcome(basis: sides.basis, local: local, remote: remote)
        let isSame = found.state.item.isSame(as: item)
        guard isSame || isStorable(found.state, id, key) else { return }
        guard try meet(id, found, remote, sides) else { return }
        noteAuthors(of: [sides.basis, sides.pending, isSame ? nil : local], id)
        let outcome: SyncApplication.Outcome = isSame ? .keep : .put(found.state.item)
        applications.append(SyncApplication(key: key, expected: seen, outcome: outcome))
    }

    private mutating func settleTombstone(
        _ id: ItemID,
        _ key: SyncKey,
        _ seen: SeenVersion,
        _ sides: Sides
    ) throws(KeychainError) {
        noteAuthors(of: [sides.basis, sides.pending], id)
        guard let remote = sides.remote else {
            // Deleted here and there, or known on the log.
            applications.append(SyncApplication(key: key, expected: seen, outcome: .delete))
            return try note(id, nil, sides)
        }
        if !sides.isMerged, rules.outlivesLocalDelete(remote, sides.basis) {
            guard isStorable(remote, id, key) else { return }
            applications.append(
                SyncApplication(key: key, expected: seen, outcome: .put(remote.item))
            )
        } else {
            guard !holdsDeletions else { return waiting += 1 }
            applications.append(SyncApplication(key: key, expected: seen, outcome: .keep))
            deletes.append(id)
        }
        try note(id, nil, sides)
    }

    /// An item of which there is neither a row nor a tombstone.
    private mutating func settleMissing(
        _ id: ItemID,
        holding held: Set<SyncKey>
    ) throws(KeychainError) {
        guard let sides = try sides(of: id) else {
            if !quarantined.contains(id) { waiting += 1 }
            return
        }
        guard let known = sides.remote ?? sides.basis ?? sides.pending else {
            return try note(id, nil, sides)
        }
        guard let key = try? SyncKey(known.item), sealing.id(of: key) == id else {
            quarantined.insert(id)
            return
        }
        guard !held.contains(key) else {
            waiting += 1
            return
        }
        if ledger.gone.contains(id) {
            guard sides.remote == nil || !sides.isMerged else {
                guard !holdsDeletions else { return waiting += 1 }
                applications.append(SyncApplication(key: key, expected: .nothing, outcome: .keep))
                return deletes.append(id)
            }
            // It was deleted elsewhere, or edited by a device that did not know of the deletion.
            changes.append(.gone(id, false))
        }
        guard let remote = sides.remote else {
            applications.append(SyncApplication(key: key, expected: .nothing, outcome: .keep))
            return try note(id, nil, sides)
        }
        // New on the log, or gone without a tombstone: then it comes back.
        let found =
            sides.pending.map { merge.outcome(basis: sides.basis, local: $0, remote: remote) }
            ?? ItemMerge.Outcome(state: remote)
        guard isStorable(found.state, id, key) else { return }
        guard try meet(id, found, remote, sides) else { return }
        applications.append(
            SyncApplication(key: key, expected: .nothing, outcome: .put(found.state.item))
        )
    }

    /// Whether deletions wait, because an item that cannot be read may be a deleted one under another name:
    /// if this device was lost before the unlock, others would have it nowhere.
    private var holdsDeletions: Bool { content.locked > 0 }

    /// Notes who wrote the values of states that an item no longer has, or will not have for long.
    private mutating func noteAuthors(of states: [ItemState?], _ id: ItemID) {
        authors.note(states, of: id, on: edits.device, at: now)
    }

    /// Whether the keychain would store a state; one that no member should have made is left alone.
    private mutating func isStorable(_ state: ItemState, _ id: ItemID, _ key: SyncKey) -> Bool {
        guard !accepts(state.item, key) else { return true }
        quarantined.insert(id)
        return false
    }

    /// Leaves an item as it is, and its state for the log.
    private mutating func keep(
        _ id: ItemID,
        _ key: SyncKey,
        _ seen: SeenVersion,
        _ state: ItemState,
        _ sides: Sides
    ) throws(KeychainError) {
        applications.append(SyncApplication(key: key, expected: seen, outcome: .keep))
        try note(id, state, sides)
    }

    /// Notes that an item and its record were merged.
    ///
    /// - Returns: Whether they were: not if no record has room for the values of both, which then stay where
    ///   they are.
    private mutating func meet(
        _ id: ItemID,
        _ found: ItemMerge.Outcome,
        _ remote: ItemState,
        _ sides: Sides
    ) throws(KeychainError) -> Bool {
        let state = rules.isEdited(found.state, remote) ? found.state : nil
        let count = oversized
        try note(id, state, sides, keeping: found.overwritten)
        return sides.isMerged || oversized == count
    }

    /// Notes that an item and its record have met, and the changes that the log does not have yet.
    private mutating func note(
        _ id: ItemID,
        _ state: ItemState?,
        _ sides: Sides,
        keeping overwritten: [VersionedUnit] = []
    ) throws(KeychainError) {
        var record = ledger.pending[id]
        if state != sides.pending || !(record.map(sealing.isCurrent) ?? true) {
            record = try state.flatMap { state throws(KeychainError) in
                try sealing.record(of: state, id, keeping: overwritten)
            }
            if state != nil, record == nil {
                oversized += 1
                // The next round would take the item for an edit that knows the record.
                guard sides.isMerged else { return }
            }
            changes.append(.pending(id, record))
        }
        if !sides.isMerged { changes.append(.basis(id, .replica)) }
        if let record { puts.append((id, record, nil)) }
    }
}
