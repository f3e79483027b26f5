/// A keeper that keeps what items were before they were changed or deleted (item-semantics.md §8).
package protocol VersionedKeeper: ManagedKeeper {
    /// What is kept of the changes of this caller.
    var historyPolicy: HistoryPolicy { get throws(KeychainError) }

    /// Sets what is kept in this keychain for every caller that asks for a history.
    ///
    /// - Parameter policy: The policy; ``HistoryPolicy/none`` also removes what is kept, `nil` leaves it
    ///   to the callers.
    /// - Throws: What storing throws.
    func setHistoryPolicy(_ policy: HistoryPolicy?) throws(KeychainError)

    /// The earlier versions of the items in the groups of the caller, the oldest first.
    ///
    /// - Throws: ``KeychainError/Code/locked`` if some cannot be read now.
    func earlierVersions() throws(KeychainError) -> [EarlierVersion]

    /// The secret of an earlier version.
    ///
    /// - Parameters:
    ///   - id: The version.
    ///   - context: The proofs of the user, if the item requires any.
    /// - Returns: The secret; `nil` if the item had none.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is not kept any more, or as reading the
    ///   item.
    func secret(
        ofVersion id: [UInt8],
        _ context: AuthenticationContext?
    ) throws(KeychainError) -> SecretBytes?

    /// Makes an item what it was, in one transaction; what is in its place becomes an earlier version.
    ///
    /// - Parameter id: The version.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is not kept any more,
    ///   ``KeychainError/Code/locked``.
    func restore(version id: [UInt8]) throws(KeychainError)

    /// The newest change that was not taken back; `nil` for none.
    func lastChange() throws(KeychainError) -> RecordedChange?

    /// Takes back the newest change, all of it or nothing.
    ///
    /// - Parameter id: The change.
    /// - Throws: ``KeychainError/Code/notAvailable`` if it is not the newest one, if its items were
    ///   changed since by a program that keeps no history, or if they are not kept any more;
    ///   ``KeychainError/Code/locked``.
    func undo(_ id: [UInt8]) throws(KeychainError)

    /// Deletes all matching items and their earlier versions, and keeps nothing of them.
    ///
    /// - Parameter deletion: A deletion.
    /// - Returns: The number of deleted items; 0 if none matches.
    /// - Throws: As a deletion; ``KeychainError/Code/locked`` for locked items, whose earlier versions
    ///   cannot be found.
    func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int

    /// Removes earlier versions.
    ///
    /// - Parameter ids: The versions; `nil` for all of all callers.
    /// - Throws: What the store throws.
    func forget(_ ids: Set<[UInt8]>?) throws(KeychainError)
}
