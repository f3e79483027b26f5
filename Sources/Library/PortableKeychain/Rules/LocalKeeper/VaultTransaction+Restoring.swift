internal import KeychainEssentials

extension VaultTransaction {
    /// Stores an item as it was, in place of its present version and of an item with its primary
    /// key.
    ///
    /// It has its identifier again, for which its envelope was made, and a new modification date, so that other
    /// devices see a change.
    ///
    /// - Parameters:
    ///   - kept: The item, with its payload as it was stored.
    ///   - now: The time.
    /// - Returns: The item as it is stored now.
    /// - Throws: ``KeychainError/Code/locked`` if it or the item in its place is locked.
    mutating func restore(_ kept: PlainItem, at now: Double) throws(KeychainError) -> PlainItem {
        _ = try keys.sealingKeys(ProtectionClass(kept.accessControl.accessibility))
        var item = kept
        let own = try occupant(withIdentifier: item.identifier, in: item.schema)
        let other = try occupant(of: item.index.primaryKey, in: item.schema)
        for case .some(let present) in [own, other] {
            if case .locked = present.content { throw KeychainError(.locked) }
            guard let present = present.item else { continue }
            let next = present.nextModificationDate(now)
            item.attributes[.modificationDate] = .date(max(next, item.nextModificationDate(now)))
        }
        item.attributes[.modificationDate] = .date(item.nextModificationDate(now))
        if let other, other.stored.id != own?.stored.id { try delete(other.stored) }
        item.stamp(keys)
        guard let own else {
            try insert(item.row)
            return item
        }
        try replace(own.stored, with: item.row, keepingSecretWith: nil)
        if let before = own.item, before.isSynchronizable, !before.isTombstone,
            before.identity != item.identity
        {
            var tombstone = before.tombstone(at: Date(timeIntervalSinceReferenceDate: now))
            tombstone.identifier = entropy.bytes(Limits.identifierLength)
            tombstone.stamp(keys)
            try insert(tombstone.row)
        }
        return item
    }
}
