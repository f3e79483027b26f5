internal import KeychainEssentials
package import PortableKeychain

/// A value that another device's edit overwrote, and that is kept with its item.
package struct SyncConflict: Sendable {
    /// The item as it is now.
    package let item: BackupItem
    /// The attributes of the overwritten value; none for a secret.
    package let attributes: [AttributeKey]
    /// Whether the overwritten value has a secret.
    package let hasSecret: Bool
    /// What people call the device that wrote it; empty if nobody knows.
    package let device: String
    let key: SyncKey
    let seen: SeenVersion
    let lost: VersionedUnit
}

extension SyncedVault {
    /// The values that were overwritten, in an order that stays while nothing changes.
    ///
    /// - Throws: ``SyncProblem/keychain(_:)`` while the keychain is locked.
    package func conflicts() async throws(SyncProblem) -> [SyncConflict] {
        guard let log = try logIfMember() else {
            throw try settings() == nil ? .notSetUp : .waiting
        }
        var found: [SyncConflict] = []
        let (records, content) = try SyncProblem.catching { () throws(KeychainError) in
            (try SyncLedger(store.state()).records, try store.content())
        }
        guard content.isUnlocked else { throw .keychain(KeychainError(.locked)) }
        let named = content.entries.map { (log.sealing.id(of: $0.key), $0.key, $0.value) }
        for (id, key, entry) in named.sorted(by: { $0.0 < $1.0 }) {
            guard case .live(let item, let seen) = entry, let record = records[id],
                // Records that cannot be opened are left out: rounds handle them.
                let state = try? ItemState(log.sealing.open(record, of: id))
            else { continue }
            for lost in state.history {
                found.append(
                    SyncConflict(
                        item: item,
                        attributes: (lost.value?.attributes ?? [:]).map(\.key),
                        hasSecret: lost.value?.secret != nil,
                        device: await log.name(of: lost.version.device),
                        key: key,
                        seen: seen,
                        lost: lost
                    )
                )
            }
        }
        return found
    }

    /// Gives an item an overwritten value back, as an edit of this device.
    ///
    /// - Throws: ``SyncProblem/changed`` if the item was changed since the conflicts were read.
    package func restore(_ conflict: SyncConflict) throws(SyncProblem) {
        let application = SyncApplication(
            key: conflict.key,
            expected: conflict.seen,
            outcome: .put(conflict.restored(now: store.now))
        )
        let applied = try SyncProblem.catching { () throws(KeychainError) in
            try store.apply([application], state: [])
        }
        guard applied == .applied else { throw .changed }
    }
}

extension SyncConflict {
    fileprivate func restored(now: Date) -> BackupItem {
        var attributes = ItemAttributes()
        for (key, value) in item.attributes
        where SyncUnit(key, of: item.itemClass) != lost.unit { attributes[key] = value }
        for (key, value) in lost.value?.attributes ?? ItemAttributes() { attributes[key] = value }
        attributes[.modificationDate] = .date(now)
        var restored = item
        restored.attributes = attributes
        if lost.unit == .content { restored.secret = lost.value?.secret }
        return restored
    }
}
