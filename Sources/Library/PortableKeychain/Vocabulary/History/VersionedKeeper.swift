/// A keeper that keeps earlier versions of items that are changed or deleted (item-semantics.md
/// §8).
package protocol VersionedKeeper: ManagedKeeper {
    /// The same keeper for a caller that asks for another history.
    func keeping(_ policy: HistoryPolicy) -> any ItemKeeper

    /// The policy for the changes of this caller.
    var historyPolicy: HistoryPolicy { get throws(KeychainError) }

    /// Sets the versions that this keychain keeps for every caller that asks for a history.
    ///
    /// - Parameter policy: The policy; ``HistoryPolicy/none`` also removes all kept versions, `nil`
    ///   leaves it to the callers.
    /// - Throws: Any error of storing the policy.
    func setHistoryPolicy(_ policy: HistoryPolicy?) throws(KeychainError)

    /// The earlier versions of the items in the groups of the caller, the oldest first.
    ///
    /// - Throws: ``KeychainError/Code/locked`` if some cannot be read now.
    func earlierVersions() throws(KeychainError) -> [EarlierVersion]

    /// The secret of an earlier version.
    ///
    /// - Parameters:
    ///   - id: The version.
    ///   - request: A search, of which only the proofs of the user, the prompt, and whether the user may be
    ///     asked count.
    /// - Returns: The secret; `nil` if the item had none.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is no longer kept, or as reading the
    ///   item.
    func secret(
        ofVersion id: [UInt8],
        for request: ItemRequest
    ) throws(KeychainError) -> SecretBytes?

    /// Restores an item as it was, in one transaction; the item in its place becomes an earlier
    /// version.
    ///
    /// - Parameter id: The version.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is no longer kept,
    ///   ``KeychainError/Code/missingEntitlement`` if the item is in a group of others now,
    ///   ``KeychainError/Code/locked``.
    func restore(version id: [UInt8]) throws(KeychainError)

    /// The newest change that was not taken back; `nil` for none.
    ///
    /// - Parameter mayAsk: Whether the user may be asked, for consent or for a passcode.
    /// - Returns: The change.
    /// - Throws: ``KeychainError/Code/locked`` if it cannot be read now.
    func lastChange(mayAsk: Bool) throws(KeychainError) -> RecordedChange?

    /// Takes back the newest change, all of it or nothing.
    ///
    /// - Parameter id: The change.
    /// - Throws: ``KeychainError/Code/notAvailable`` if it is not the newest one, if its items were
    ///   deleted for good or changed since by a program that keeps no history, or if they are no longer
    ///   kept; ``KeychainError/Code/missingEntitlement`` for items in groups of others;
    ///   ``KeychainError/Code/locked``.
    func undo(_ id: [UInt8]) throws(KeychainError)

    /// Deletes all matching items and their earlier versions, and keeps nothing of them.
    ///
    /// - Parameter deletion: A deletion.
    /// - Returns: The number of deleted items; 0 if none matches.
    /// - Throws: The errors of a deletion; ``KeychainError/Code/locked`` for locked items, whose
    ///   earlier versions cannot be found.
    func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int

    /// Removes earlier versions.
    ///
    /// - Parameter ids: The versions, of which those that do not exist are ignored; `nil` for all of the caller's
    ///   groups.
    /// - Throws: ``KeychainError/Code/missingEntitlement`` for a version of another group, and what the store
    ///   throws.
    func forget(_ ids: Set<[UInt8]>?) throws(KeychainError)
}
