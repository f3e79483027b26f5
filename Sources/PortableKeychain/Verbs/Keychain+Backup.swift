extension Keychain {
    /// Copies out all items that may leave the keychain (backup-format.md §4).
    ///
    /// - Returns: The items, with the numbers of those that stay.
    /// - Throws: ``KeychainError/Code/locked`` while items are locked,
    ///   ``KeychainError/Code/unimplemented`` on a keeper of another kind.
    package func backupContent() throws(KeychainError) -> BackupContent {
        try Self.during(.find) { () throws(KeychainError) in
            try managed(.backup).backupContent()
        }
    }

    /// Puts items of a backup back, all or none, merging them with what is there
    /// (backup-format.md §5).
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - isRehearsal: Whether it is only found out what would happen.
    /// - Returns: What happened.
    /// - Throws: ``KeychainError/Code/corrupt`` for items that no backup holds, or what storing throws.
    package func restore(
        _ items: [BackupItem],
        isRehearsal: Bool = false
    ) throws(KeychainError) -> RestoreReport {
        try Self.during(.add) { () throws(KeychainError) in
            try managed(.backup).restore(items, isRehearsal: isRehearsal)
        }
    }
}
