package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// The items of this device and the state of synchronization, which are stored in one file and
/// change in one transaction.
package protocol SyncStore: Sendable {
    /// The items that may leave this device, and their tombstones.
    ///
    /// - Parameter known: Rows that need not be opened if they are as they were.
    /// - Returns: The opened rows, and the marks of known ones that are not as they were.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or any error of reading.
    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent

    /// The items under some primary keys, and their tombstones, without looking at others.
    ///
    /// - Parameter keys: The keys, each at most once.
    /// - Returns: The rows under these keys, opened.
    /// - Throws: The same errors as ``content(beyond:)``.
    func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent

    /// The state of synchronization that can be read now.
    ///
    /// - Parameter known: Rows that need not be opened if they are as they were.
    /// - Returns: The opened rows, and the marks of known ones that are not as they were.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock, or any error of reading.
    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows

    /// The state of some kinds, without looking at that of others.
    ///
    /// - Parameters:
    ///   - kinds: The kinds.
    ///   - known: Rows of these kinds that need not be opened if they are as they were.
    /// - Returns: The opened rows, and the marks of known ones that are not as they were.
    /// - Throws: The same errors as ``state(beyond:)``.
    func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows

    /// Stores versions and state in one transaction, or nothing
    /// (``SynchronizedKeeper/apply(_:state:)``).
    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied

    /// All of the state of synchronization that can be read now; members that the store has in memory
    /// are not read again.
    ///
    /// - Throws: The same errors as ``state(beyond:)``.
    func opened() throws(KeychainError) -> OpenedState

    /// The present mark of the store, which each change of any program replaces, and each lock and unlock;
    /// `nil` if it has none.
    ///
    /// State that was read after a mark was taken is unchanged as long as the mark is the same.
    var presentMark: [UInt8]? { get }

    /// A mark that each change of another program replaces, and each lock and unlock, but no transaction
    /// of this store; `nil` if it is not known.
    var othersMark: [UInt8]? { get }

    /// Whether an item of another device can be stored under a key.
    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool

    /// The time of this device's clock.
    var now: Date { get }
}

extension SyncStore {
    package var presentMark: [UInt8]? { nil }

    package var othersMark: [UInt8]? { nil }

    package func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        var content = try content()
        content.entries = content.entries.filter { keys.contains($0.key) }
        content.marks = content.marks.filter { keys.contains($0.key) }
        return content
    }

    package func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        var rows = try state(beyond: known)
        rows.opened = rows.opened.filter { kinds.contains($0.name.kind) }
        return rows
    }

    /// Reads the state of synchronization, and remembers when.
    ///
    /// - Parameters:
    ///   - kinds: The kinds that are read; `nil` for all.
    ///   - known: Rows that need not be opened if they are as they were.
    /// - Returns: The rows, and the mark before.
    /// - Throws: The same errors as ``state(beyond:)``.
    func reading(
        of kinds: Set<String>? = nil,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncMemory.Reading {
        let mark = presentMark
        let rows: SyncStateRows
        if let kinds {
            rows = try state(of: kinds, beyond: known)
        } else {
            rows = try state(beyond: known)
        }
        return SyncMemory.Reading(mark: mark, known: known, rows: rows, isWhole: kinds == nil)
    }

    /// All items that may leave this device, and their tombstones.
    package func content() throws(KeychainError) -> LocalContent { try content(beyond: []) }

    /// All of the state of synchronization that can be read now.
    package func state() throws(KeychainError) -> [SyncStateName: SecretBytes] {
        try state(beyond: []).values
    }

    /// All of the state, with all members.
    package func opened() throws(KeychainError) -> OpenedState {
        OpenedState(try state(beyond: []), knowing: nil)
    }

    /// Stores state alone.
    package func keep(_ rows: [SyncStateChange]) throws(KeychainError) {
        guard try apply([], state: rows).isApplied else { throw KeychainError(.internalError) }
    }

    /// Stores state in place of all that can be read now.
    package func replaceState(by rows: [SyncStateChange]) throws(KeychainError) {
        try keep(try state().keys.map { .remove($0) } + rows)
    }
}

/// The data that a device has to synchronize, by primary key.
package struct LocalContent: Sendable {
    /// The row under a primary key.
    package enum Entry: Sendable {
        case live(BackupItem, SeenVersion)
        case tombstone(modified: Date)
        /// An item that stays on this device.
        case home
    }

    package var entries: [SyncKey: Entry] = [:]
    /// Whether items that need an unlocked keychain can be read.
    package var isUnlocked = true
    /// The number of rows that cannot be read until the keychain is unlocked, without known ones that are as
    /// they were.
    package var locked = 0
    /// The marks of the rows that were opened.
    package var marks: [SyncKey: RowMark] = [:]
    /// The known rows that are not as they were, or are gone; the others were not opened.
    package var missing: [RowMark] = []

    package init() {}
}

/// The store that is a keychain.
package struct KeychainStore: SyncStore {
    private let keeper: any SynchronizedKeeper
    private let clock: KeychainClock

    /// Makes a store of all items of a keychain.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` over a keeper that cannot synchronize.
    package init(_ keychain: Keychain, clock: KeychainClock) throws(KeychainError) {
        keeper = try keychain.synchronizedKeeper()
        self.clock = clock
    }

    package var now: Date { Date(timeIntervalSinceReferenceDate: clock.now()) }

    package func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        Self.content(try keeper.syncContent(beyond: known))
    }

    package func content(of keys: [SyncKey]) throws(KeychainError) -> LocalContent {
        Self.content(try keeper.syncContent(of: keys))
    }

    private static func content(_ found: SyncContent) -> LocalContent {
        var content = LocalContent()
        (content.marks, content.missing) = (found.marks, found.missing)
        (content.isUnlocked, content.locked) = (found.isUnlocked, found.locked)
        for item in found.items { content.entries[item.key] = .live(item.item, item.seen) }
        for tombstone in found.tombstones {
            content.entries[tombstone.key] = .tombstone(modified: tombstone.modified)
        }
        for key in found.home { content.entries[key] = .home }
        return content
    }

    package func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try keeper.syncState(beyond: known)
    }

    package func state(
        of kinds: Set<String>,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows {
        try keeper.syncState(of: kinds, beyond: known)
    }

    package func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        try keeper.apply(applications, state: state)
    }

    package func accepts(_ item: BackupItem, as key: SyncKey) -> Bool {
        keeper.accepts(item, as: key)
    }
}
