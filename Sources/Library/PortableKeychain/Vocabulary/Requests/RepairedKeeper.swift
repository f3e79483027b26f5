/// A keeper whose items can be repaired after damage (vault-format.md §18).
package protocol RepairedKeeper: ManagedKeeper {
    /// Looks for damage, without a change.
    ///
    /// - Returns: A report of what a repair would remove.
    /// - Throws: ``KeychainError/Code/corrupt`` if there is no way to read the other items.
    func damage() throws(KeychainError) -> DamageReport

    /// Removes the rows that cannot be opened, in one transaction.
    ///
    /// - Parameter copy: Copies the file as it is, and its log, each with the end of its name; called while no
    ///   other process writes, before anything is changed. If it throws, nothing is.
    /// - Returns: A report of what was removed.
    /// - Throws: As ``damage()``, any error of changing the keychain, or of `copy`.
    func repair(
        keeping copy: (_ end: String, KeychainFileContent) throws(KeychainError) -> Void
    ) throws(KeychainError) -> DamageReport
}
