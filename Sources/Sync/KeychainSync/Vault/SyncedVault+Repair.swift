@_spi(Keepers) internal import PortableKeychain

/// The result of a repair: records that a remote has lost or replaced.
package struct VaultRepair: Sendable, Equatable {
    /// A record that this device cannot write again.
    package struct Rest: Sendable, Equatable {
        /// The name of the item in 32 hexadecimal digits.
        package let item: String
        /// The name, for users, of the device that wrote it; empty if it is not known.
        package let device: String
    }

    /// The number of records that were written again as they were.
    package internal(set) var written = 0
    /// The number of items that were stored again from this device's copy, as edits.
    package internal(set) var stored = 0
    /// The number of items that were given up.
    package internal(set) var forgotten = 0
    /// The records that are still missing.
    package internal(set) var rest: [Rest] = []
}

extension SyncedVault {
    /// Writes the records again that the remote has lost or has others in place of, as far as this
    /// device has them.
    ///
    /// A record that it has read is written as it was: no entry of the log is needed, because the log
    /// names it already. An item that it has otherwise is stored as an edit.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - forgets: Whether items are removed that this device does not have: no device will have them.
    /// - Returns: The outcome for the files.
    /// - Throws: ``SyncProblem/alarm(_:)`` if the log itself cannot be verified;
    ///   ``SyncProblem/readsOnly`` if a reader would have to store or remove an item; or
    ///   ``SyncProblem/offline``.
    package func repair(
        on engine: any VaultEngine,
        forgets: Bool = false
    ) async throws(SyncProblem) -> VaultRepair {
        let log = try log(on: engine)
        var repair = VaultRepair()
        repair.written = try await rewrite(log, on: engine)
        let unsound = try await examined(log)
        guard !unsound.isEmpty else { return repair }
        let role = await log.membership.members[log.device]?.role
        let stored = try stored(unsound, log, evenOlder: forgets)
        let gone = unsound.map(\.id).filter { stored[$0] == nil }
        let changes = try changes(stored, forgets ? gone : [], log)
        if !changes.isEmpty {
            guard role?.changesItems == true else { throw .readsOnly }
            guard !engine.isMirror else { throw .mirrored }
            try await commit(changes, log)
        }
        repair.stored = stored.count
        repair.forgotten = forgets ? gone.count : 0
        repair.rest = forgets ? [] : try await named(gone, log)
        return repair
    }

    private func examined(_ log: VaultLog) async throws(SyncProblem) -> [UnsoundRecord] {
        try await SyncProblem.asking { () async throws(EngineFailure) in
            try await log.examineRecords()
        }
    }

    /// Writes records whose bytes this device has.
    ///
    /// - Returns: The number of records written again.
    private func rewrite(
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Int {
        let kept = try SyncProblem.catching { () throws(KeychainError) in
            try SyncLedger(store.state()).keptRecords
        }
        var count = 0
        var refusals = 0
        while refusals < 64 {
            let found = try await examined(log).compactMap { unsound in
                kept[unsound.digest].map { CommitAttempt.Change(id: unsound.id, record: $0) }
            }
            guard !found.isEmpty else { return count }
            let part = CommitAttempt.part(of: found)
            let files = part.map { VaultFileChange(VaultPath.record($0.id), $0.record) }
            // Onto the state that was verified: a later record of one of them is not overwritten.
            switch await engine.commit(files, onto: await log.snapshot) {
            case .committed: count += part.count
            case .refused: refusals += 1
            case .unknown: throw .offline
            }
        }
        throw .offline
    }

    /// The items of this device whose records are missing.
    ///
    /// - Parameters:
    ///   - unsound: The records.
    ///   - log: The log.
    ///   - evenOlder: Whether an item counts of which this device has read another version than the
    ///     one that is missing: another device may have that one.
    /// - Returns: The items, by their names in the vault.
    /// - Throws: ``SyncProblem/keychain(_:)``, for instance while the keychain is locked.
    private func stored(
        _ unsound: [UnsoundRecord],
        _ log: VaultLog,
        evenOlder: Bool
    ) throws(SyncProblem) -> [ItemID: BackupItem] {
        let content = try SyncProblem.catching { () throws(KeychainError) in try store.content() }
        guard content.isUnlocked else { throw .keychain(KeychainError(.locked)) }
        let read = try SyncProblem.catching { () throws(KeychainError) in
            try SyncLedger(store.state()).records
        }
        let ids = Set(unsound.map(\.id).filter { evenOlder || read[$0] == nil })
        var items: [ItemID: BackupItem] = [:]
        for (key, entry) in content.entries {
            guard case .live(let item, _) = entry else { continue }
            let id = log.sealing.id(of: key)
            if ids.contains(id) { items[id] = item }
        }
        return items
    }

    private func changes(
        _ stored: [ItemID: BackupItem],
        _ gone: [ItemID],
        _ log: VaultLog
    ) throws(SyncProblem) -> [CommitAttempt.Change] {
        let edits = LocalEdits(device: log.device)
        return try SyncProblem.catching { () throws(KeychainError) in
            var changes = gone.map { CommitAttempt.Change(id: $0, record: nil) }
            for (id, item) in stored.inOrderOfKeys() {
                let state = edits.state(of: item, since: nil)
                let record = try log.sealing.seal(
                    state.encoded,
                    of: id,
                    whenUnlocked: state.needsUnlock
                )
                changes.append(CommitAttempt.Change(id: id, record: record))
            }
            return changes
        }
    }

    private func commit(
        _ changes: [CommitAttempt.Change],
        _ log: VaultLog
    ) async throws(SyncProblem) {
        var rest = changes[...]
        while !rest.isEmpty {
            let part = CommitAttempt.part(of: rest)
            guard await log.commit(await log.nextCommit(part)) == .committed else {
                throw .offline
            }
            rest = rest.dropFirst(part.count)
            if !rest.isEmpty { _ = try await examined(log) }
        }
    }

    private func named(
        _ ids: [ItemID],
        _ log: VaultLog
    ) async throws(SyncProblem) -> [VaultRepair.Rest] {
        guard !ids.isEmpty else { return [] }
        let authors = try await SyncProblem.asking { () async throws(EngineFailure) in
            try await log.authors(of: Set(ids))
        }
        var rest: [VaultRepair.Rest] = []
        for id in ids {
            var device = ""
            if let author = authors[id] { device = await log.name(of: author) }
            rest.append(VaultRepair.Rest(item: Self.digits(id.bytes), device: device))
        }
        return rest
    }
}

extension SyncLedger {
    /// All records that are kept for any reason, by their digests.
    fileprivate var keptRecords: [[UInt8]: [UInt8]] {
        var records = Array(replicas.values) + Array(pending.values)
        for case .record(let record) in bases.values { records.append(record) }
        records += attempt?.changes.compactMap(\.record) ?? []
        return Dictionary(records.map { (SyncDigest.of($0), $0) }) { first, _ in first }
    }
}
