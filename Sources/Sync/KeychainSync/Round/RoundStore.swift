internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain
internal import Synchronization

/// The keychain in one round of a session, which reads the state of synchronization once for all parts of
/// the round.
///
/// It is read again after a change. Records of items are not among it, and digests of records and members
/// are only read if they are others than before: keys, trust and settings are few rows beside them.
struct RoundStore: SyncStore {
    private let base: FollowedStore
    private let records: RowMarks
    private let digests: [RowMark: SyncStateRows.Row]
    private let members: StoredMembers?
    private let first: SyncMemory.Reading

    /// Reads the state.
    ///
    /// - Parameters:
    ///   - base: The keychain.
    ///   - memory: The memory of the last round, which follows what was read.
    ///   - members: The members as they were stored in the last round.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or any error of reading.
    init(
        _ base: FollowedStore,
        _ memory: inout SyncMemory,
        _ members: StoredMembers?
    ) throws(KeychainError) {
        first = try base.reading(beyond: memory.recordMarks.union(members?.marks ?? []))
        try memory.take(first)
        (self.base, self.members) = (base, members)
        (records, digests) = (memory.recordMarks, memory.digestRows)
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
        let known = members?.marks ?? []
        let isPresent = first.mark != nil && first.mark == base.presentMark
        let found = isPresent ? withDigests(first.rows, beyond: known) : try state(beyond: known)
        // Members in rows that are not as they were are read as a whole.
        guard found.missing.isEmpty else {
            return OpenedState(try state(beyond: []), knowing: nil)
        }
        return OpenedState(found, knowing: members)
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

/// A store that follows the change marks of its own transactions.
final class FollowedStore: SyncStore {
    private let base: any SyncStore
    private let present: @Sendable () throws(KeychainError) -> SyncMark
    private let mark = Mutex<[UInt8]?>(nil)

    /// - Parameters:
    ///   - base: The keychain.
    ///   - present: Its present mark.
    init(
        _ base: any SyncStore,
        _ present: @escaping @Sendable () throws(KeychainError) -> SyncMark
    ) {
        (self.base, self.present) = (base, present)
    }

    /// Begins at a mark.
    func follow(from start: [UInt8]) { mark.withLock { $0 = start } }

    /// The mark after the last transaction; `nil` if another program has changed the keychain since
    /// the beginning.
    var reached: [UInt8]? { mark.withLock { $0 } }

    var now: Date { base.now }

    var presentMark: [UInt8]? {
        (try? present()).map { $0.change + [$0.isUnlocked ? 1 : 0] }
    }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        try base.content(beyond: known)
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try base.state(beyond: known)
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        let applied = try base.apply(applications, state: state)
        if case .applied(let marks) = applied {
            mark.withLock { mark in mark = marks?.before == mark ? marks?.after : nil }
        }
        return applied
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { base.accepts(item, as: key) }
}
