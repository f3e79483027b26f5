/// A keeper whose items can be synchronized with those of other devices.
///
/// The keeper does not synchronize and notes nothing: a synchronizer compares the items with those
/// that it last merged, which it keeps as state in the same file.
package protocol SynchronizedKeeper: ItemKeeper {
    /// Reads the synchronizable items, their payloads included.
    ///
    /// Locked items are counted and left out.
    ///
    /// - Parameter known: Rows that need not be opened if they are as they were.
    /// - Returns: The opened rows, and the marks of known ones that are not as they were.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock,
    ///   ``KeychainError/Code/missingEntitlement`` unless the caller has all groups, or any error
    ///   of reading.
    func syncContent(beyond known: RowMarks) throws(KeychainError) -> SyncContent

    /// Reads the synchronizable items under some primary keys, without looking at other rows.
    ///
    /// - Parameter keys: The keys, each at most once.
    /// - Returns: The items, of which none is known before.
    /// - Throws: The same errors as ``syncContent(beyond:)``.
    func syncContent(of keys: [SyncKey]) throws(KeychainError) -> SyncContent

    /// Reads the state that ``apply(_:state:)`` stored, as far as it can be read now.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of the rows, so that others are not looked at; `nil` for all.
    ///   - known: Rows that need not be opened if they are as they were.
    /// - Returns: The opened rows, and the marks of known ones that are not as they were, or of other
    ///   kinds.
    /// - Throws: ``KeychainError/Code/locked`` before the first unlock,
    ///   ``KeychainError/Code/missingEntitlement`` unless the caller has all groups, or any error
    ///   of reading.
    func syncState(
        of kinds: Set<String>?,
        beyond known: RowMarks
    ) throws(KeychainError) -> SyncStateRows

    /// Stores versions of items and state in one transaction, all or nothing.
    ///
    /// - Parameters:
    ///   - applications: The versions, at most one for each item.
    ///   - state: Changes of state.
    /// - Returns: Whether everything was stored, or which items are not as they were read.
    /// - Throws: ``KeychainError/Code/undecodable`` for an item that cannot be synchronized,
    ///   ``KeychainError/Code/locked`` if a version needs an unlocked keychain, or any error of
    ///   storing.
    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied

    /// Whether ``apply(_:state:)`` would store an item under a key.
    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool
}

extension SynchronizedKeeper {
    /// Reads all synchronizable items.
    package func syncContent() throws(KeychainError) -> SyncContent {
        try syncContent(beyond: [])
    }

    /// Reads the state of all kinds.
    package func syncState(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        try syncState(of: nil, beyond: known)
    }

    /// Reads all state.
    package func syncState() throws(KeychainError) -> [SyncStateName: SecretBytes] {
        try syncState(beyond: []).values
    }
}
