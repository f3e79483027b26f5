internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// The keychain in one round of a session, which reads the state of synchronization once for all parts of
/// the round.
///
/// It is read again after a change of another program. Records of items are not among it, and digests of
/// records and members are only read if they are others than before: keys, trust and settings are few
/// rows beside them.
struct RoundStore: SyncStore {
    private let base: FollowedStore
    private let records: RowMarks
    private let digests: [RowMark: SyncStateRows.Row]
    private let known: StoredVault?
    private let first: SyncMemory.Reading
    /// The mark of others before the reading.
    private let others: [UInt8]?

    /// Reads the state.
    ///
    /// - Parameters:
    ///   - base: The keychain.
    ///   - memory: The memory of the last round, which follows what was read.
    ///   - known: The members and digests as they were stored in the last round.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or any error of reading.
    init(
        _ base: FollowedStore,
        _ memory: inout SyncMemory,
        _ known: StoredVault?
    ) throws(KeychainError) {
        others = base.othersMark
        let members = known?.memberMarks ?? []
        if let part = try Self.part(base, memory, members, at: others) {
            first = part
        } else {
            first = try base.reading(beyond: memory.recordMarks.union(members))
        }
        try memory.take(first, at: others)
        (self.base, self.known) = (base, known)
        (records, digests) = (memory.recordMarks, memory.digestRows)
    }

    /// Reads the state besides that about items, which is known if no other program has changed the
    /// keychain since all of it was read.
    private static func part(
        _ base: FollowedStore,
        _ memory: SyncMemory,
        _ members: RowMarks,
        at others: [UInt8]?
    ) throws(KeychainError) -> SyncMemory.Reading? {
        guard let others, others == memory.stateMark else { return nil }
        let known = RowMarks(memory.digestRows.keys).union(members)
        let kinds = memory.kinds.union(base.kinds)
        // If another program writes meanwhile, the marks say so, and all is read again.
        return try base.reading(of: kinds, beyond: known)
    }

    var now: Date { base.now }

    var presentMark: [UInt8]? { base.presentMark }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        try base.content(beyond: known)
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        let rows = try base.state(beyond: records.union(known))
        return withDigests(rows, beyond: known)
    }

    func opened() throws(KeychainError) -> OpenedState {
        let members = known?.memberMarks ?? []
        let isPresent = others != nil && others == base.othersMark
        let found =
            isPresent ? withDigests(first.rows, beyond: members) : try state(beyond: members)
        let changes = isPresent ? base.rows : [:]
        // Members in rows that are not as they were are read as a whole.
        guard found.missing.isEmpty,
            !changes.keys.contains(where: { $0.kind == VaultTrust.memberKind })
        else { return OpenedState(try state(beyond: []), knowing: nil) }
        return OpenedState(found, knowing: known, changedBy: changes)
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        try base.apply(applications, state: state)
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { base.accepts(item, as: key) }

    /// The rows of a reading besides records, with the digests that are as they were.
    private func withDigests(_ rows: SyncStateRows, beyond known: RowMarks) -> SyncStateRows {
        let missing = Set(rows.missing)
        var found = SyncStateRows()
        found.opened = rows.opened.filter { !records.contains($0.mark) }
        for (mark, row) in digests where !missing.contains(mark) && !known.contains(mark) {
            found.opened.append(row)
        }
        found.missing = rows.missing.filter(known.contains)
        return found
    }
}
