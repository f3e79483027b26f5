/// Earlier versions of items that were changed or deleted, and the way back.
///
/// A value over the keychain that it comes from (``Keychain/history``). Versions are kept for callers whose
/// configuration asks for it (``Keychain/Configuration/history``), sealed like all items, and never leave
/// the device. A version counts as its item: it can be read when that could, and its secret requires
/// the proofs that it required.
///
/// ```swift
/// var configuration = Keychain.Configuration.fromEnvironment()
/// configuration.history = .kept()
/// let keychain = try Keychain.open(configuration: configuration)
/// try keychain.delete(GenericPassword(service: "api", account: "ci"))
/// if let version = try keychain.history.deleted().last { try keychain.history.restore(version) }
/// ```
public struct KeychainHistory: Sendable {
    let keychain: Keychain
    /// Whether the user may be asked for what is locked.
    var mayAsk = true

    /// The same history, which does not ask the user if the keychain is locked.
    package var askingNobody: KeychainHistory {
        KeychainHistory(keychain: keychain, mayAsk: false)
    }

    /// The versions that are kept for the changes of this caller: ``HistoryPolicy/none`` if its
    /// configuration or the keychain says so, and over a keeper without a history.
    ///
    /// Through the agent, time and number are those that the keychain sets, or else 30 days and 10 versions,
    /// whatever the caller's configuration says: a program could drop what others keep with others.
    ///
    /// - Throws: A failure of the disk, or ``KeychainError/Code/unimplemented`` through an agent of an older
    ///   version.
    public var policy: HistoryPolicy {
        get throws(KeychainError) {
            try Keychain.during(.find) { () throws(KeychainError) in
                try keychain.keeper.parts.versioned?.historyPolicy ?? .none
            }
        }
    }

    /// Sets the versions that this keychain keeps for every caller that asks for a history.
    ///
    /// - Parameter policy: The policy; ``HistoryPolicy/none`` also removes all that is kept, so that
    ///   what was deleted is gone, `nil` leaves it to the callers.
    /// - Throws: ``KeychainError/Code/unimplemented`` over a keeper without a history,
    ///   ``KeychainError/Code/missingEntitlement`` through the agent for a caller that is not in all groups, or
    ///   what storing throws.
    public func setPolicy(_ policy: HistoryPolicy?) throws(KeychainError) {
        try with(.update) { keeper throws(KeychainError) in try keeper.setHistoryPolicy(policy) }
    }

    /// The earlier versions of all items in the groups of the caller, the oldest first.
    ///
    /// - Returns: The versions, without their secrets.
    /// - Throws: ``KeychainError/Code/locked`` if some cannot be read now,
    ///   ``KeychainError/Code/unimplemented`` over a keeper without a history.
    public func versions() throws(KeychainError) -> [EarlierVersion] {
        try with(.find) { keeper throws(KeychainError) in try keeper.earlierVersions() }
    }

    /// The earlier versions of one item, the oldest first.
    ///
    /// - Parameter item: The item, as for ``Keychain/secret(for:)``; it may no longer exist.
    /// - Returns: The versions that had its name.
    /// - Throws: The same errors as ``versions()``.
    public func versions(of item: some KeychainItem) throws(KeychainError) -> [EarlierVersion] {
        let identity = try Keychain.during(.find) { () throws(KeychainError) in
            try PlainItem.identity(item, group: keychain.defaultAccessGroup)
        }
        return try versions().filter { $0.identity == identity }
    }

    /// The deleted items whose names no other item has now, each as it was last, the first one deleted
    /// first.
    ///
    /// - Returns: One version of each; of several that had one name at last, that of the one deleted last.
    /// - Throws: The same errors as ``versions()``.
    public func deleted() throws(KeychainError) -> [EarlierVersion] {
        var seen: Set<[UInt8]> = []
        return try versions().deletions.reversed()
            .filter { seen.insert($0.identity).inserted }
            .reversed()
    }

    /// The secret of an earlier version.
    ///
    /// - Parameter version: The version.
    /// - Returns: The secret; `nil` if the item had none.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is no longer kept, or as
    ///   ``Keychain/secret(for:)``.
    public func secret(of version: EarlierVersion) throws(KeychainError) -> SecretBytes? {
        try with(.find) { keeper throws(KeychainError) in
            try keeper.secret(
                ofVersion: version.id,
                for: ItemRequest(.copyMatching, authentication: keychain.context)
            )
        }
    }

    /// Restores an item as it was, in one transaction.
    ///
    /// The present version of the item, and an item that has its name, become earlier versions.
    ///
    /// - Parameter version: The version; it stays in the history too.
    /// - Throws: ``KeychainError/Code/itemNotFound`` if it is no longer kept,
    ///   ``KeychainError/Code/missingEntitlement`` if the item is in a group of others now,
    ///   ``KeychainError/Code/locked``, or what storing throws.
    public func restore(_ version: EarlierVersion) throws(KeychainError) {
        try with(.update) { keeper throws(KeychainError) in
            try keeper.restore(version: version.id)
        }
    }

    /// The newest change of a caller with a history that was not taken back; `nil` for none.
    ///
    /// Changes that come from synchronization are not counted. A deletion for good is, although it cannot be taken
    /// back; so is one about an overwritten value of a synchronized item alone, which has no parts.
    ///
    /// - Throws: The same errors as ``versions()``.
    public func lastChange() throws(KeychainError) -> RecordedChange? {
        try with(.find) { keeper throws(KeychainError) in try keeper.lastChange(mayAsk: mayAsk) }
    }

    /// The newest change, for a message; the user is not asked to unlock the keychain.
    ///
    /// - Returns: The change; `nil` if there is none, or it cannot be read now.
    package func lastChangeAtHand() -> RecordedChange? {
        try? keychain.keeper.parts.versioned?.lastChange(mayAsk: false)
    }

    /// Takes back the newest change: all of it, or nothing.
    ///
    /// Items that it added are deleted, and the others become as they were. Their present versions
    /// become earlier versions. After that, the change before it is the newest one.
    ///
    /// - Parameter change: The change, from ``lastChange()``.
    /// - Throws: ``KeychainError/Code/notAvailable`` if another change is the newest one, if its items
    ///   were deleted for good, if they were changed since by a program that keeps no history, or if
    ///   their versions are no longer kept; ``KeychainError/Code/missingEntitlement`` for items in
    ///   groups of others; ``KeychainError/Code/locked``, or what storing throws.
    public func undo(_ change: RecordedChange) throws(KeychainError) {
        try with(.update) { keeper throws(KeychainError) in try keeper.undo(change.id) }
    }

    /// Deletes an item for good, with all of its earlier versions; over a keeper without a history, as
    /// ``Keychain/delete(_:)``.
    ///
    /// Its name is kept in the history of a caller that asks for one, for as long as a deleted item would be, so
    /// that ``lastChange()`` can say what was deleted.
    ///
    /// - Parameter item: The item, as for ``Keychain/secret(for:)``.
    /// - Returns: Whether there was one.
    /// - Throws: ``KeychainError/Code/locked`` while locked,
    ///   ``KeychainError/Code/unimplemented`` through an agent of an older version.
    @discardableResult
    public func purge<Item: KeychainItem>(_ item: Item) throws(KeychainError) -> Bool {
        try purge(keychain.exactly(item).request(.delete)) > 0
    }

    /// Deletes all matching items for good, with all of their earlier versions.
    ///
    /// - Parameter deletion: The deletion.
    /// - Returns: The number of deleted items.
    /// - Throws: The same errors as ``purge(_:)``.
    package func purge(_ deletion: ItemRequest) throws(KeychainError) -> Int {
        // A keeper without a history keeps nothing anyway.
        guard keychain.keeper.parts.versioned != nil else {
            return try keychain.answer(to: deletion)?.count ?? 0
        }
        return try with(.delete) { keeper throws(KeychainError) in try keeper.purge(deletion) }
    }

    /// Removes earlier versions; items stay as they are.
    ///
    /// - Parameter versions: The versions; those that are no longer kept are ignored.
    /// - Throws: ``KeychainError/Code/missingEntitlement`` for a version of an item in none of the caller's
    ///   groups, ``KeychainError/Code/locked``, or what the store throws.
    public func remove(_ versions: [EarlierVersion]) throws(KeychainError) {
        try with(.delete) { keeper throws(KeychainError) in
            try keeper.forget(Set(versions.map(\.id)))
        }
    }

    /// Removes all earlier versions of items in the groups of the caller; items stay as they are.
    ///
    /// A caller in all groups removes what other callers keep, too.
    ///
    /// - Throws: ``KeychainError/Code/locked`` if some cannot be read now and the caller is not in all groups, or
    ///   what the store throws.
    public func removeAll() throws(KeychainError) {
        try with(.delete) { keeper throws(KeychainError) in try keeper.forget(nil) }
    }

    /// Has the keeper do something, for which a locked keychain is unlocked.
    ///
    /// - Parameters:
    ///   - operation: The name of the operation in errors.
    ///   - body: Does it.
    /// - Returns: The result of the body.
    /// - Throws: ``KeychainError/Code/unimplemented`` over a keeper without a history, or what the body throws.
    package func with<R>(
        _ operation: KeychainError.Operation,
        _ body: (any VersionedKeeper) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try Keychain.during(operation) { () throws(KeychainError) in
            guard let keeper = keychain.keeper.parts.versioned else {
                throw ManagedFeature.history.isMissing
            }
            return try keychain.unlockingOnDemand(mayAsk: mayAsk) { () throws(KeychainError) in
                try body(keeper)
            }
        }
    }
}

extension PlainItem {
    /// The class and primary key of a typed item as bytes.
    fileprivate static func identity(
        _ item: some KeychainItem,
        group: String?
    ) throws(KeychainError) -> [UInt8] {
        let schema = try ClassSchema.of(type(of: item).itemClass)
        let attributes = try schema.converted(item.attributes)
        return PlainItem(
            schema: schema,
            identifier: [],
            accessGroup: item.accessGroup ?? group ?? "",
            accessControl: AccessControl(schema.accessibility),
            isSynchronizable: item.isSynchronizable,
            isTombstone: false,
            attributes: attributes,
            secret: nil
        ).identity
    }
}
