/// A keeper that gives the items of a backup part by part, of which each is a state of its own.
package protocol CopiedKeeper: ManagedKeeper {
    /// Returns items of a class that leave the keychain without a proof (backup-format.md §4).
    ///
    /// - Parameters:
    ///   - itemClass: The class of the items.
    ///   - page: The part.
    /// - Returns: The items, with the numbers of those in the part that stay.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked.
    func backupContent(
        of itemClass: ItemClass,
        _ page: ItemPage
    ) throws(KeychainError) -> BackupContent
}
