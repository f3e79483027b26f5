/// A keeper that gives and takes the items of a backup part by part, so that not all are in memory at
/// once.
package protocol CopiedKeeper: ManagedKeeper {
    /// Returns items of a class that leave the keychain without a proof (backup-format.md §4).
    ///
    /// - Parameters:
    ///   - itemClass: The class of the items.
    ///   - page: The part, which is a state of its own.
    /// - Returns: The items, with the numbers of those in the part that stay.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked.
    func backupContent(
        of itemClass: ItemClass,
        _ page: ItemPage
    ) throws(KeychainError) -> BackupContent

    /// Calls a body with each item of a backup, all in one state.
    ///
    /// - Parameters:
    ///   - context: Has the proof for items that require their user, or gets it; `nil` to leave them.
    ///   - isRehearsal: Whether only to count items without their payloads, which asks for the proof.
    ///   - body: Receives an item; not in a rehearsal. Nothing is asked for once it was called.
    /// - Returns: The numbers of items that stay, and how many do not.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked, any error of asking the user, or of
    ///   `body`.
    func copyItems(
        proving context: AuthenticationContext?,
        isRehearsal: Bool,
        to body: (BackupItem) throws(KeychainError) -> Void
    ) throws(KeychainError) -> BackupContent

    /// Restores items, all or none (backup-format.md §5).
    ///
    /// - Parameters:
    ///   - isRehearsal: Whether to report the result without changing anything.
    ///   - items: Calls its argument with each item. It is called again if the store repeats an attempt,
    ///     and what was changed is undone if it fails.
    /// - Returns: The numbers of added, replaced and unchanged items.
    /// - Throws: The same errors as ``restore(_:isRehearsal:)``, or any error of `items`.
    func restore(
        isRehearsal: Bool,
        _ items: BackupItems
    ) throws(KeychainError) -> RestoreReport
}

/// Calls its argument with each of some items, from the first one on.
package typealias BackupItems =
    (_ body: (BackupItem) throws(KeychainError) -> Void) throws(KeychainError) -> Void
