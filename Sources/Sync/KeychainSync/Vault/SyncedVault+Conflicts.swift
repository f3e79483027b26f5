package import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// A value that another device's edit overwrote, and that is kept with its item.
package struct SyncConflict: Sendable {
    /// An edit of a value.
    package struct Edit: Sendable, Equatable {
        /// The name, for users, of the device that made it; empty if it is not known.
        package let device: String
        /// The time when it was made, by the clock of that device.
        package let date: Date
    }

    /// The item as it is now.
    package let item: BackupItem
    /// The edit that was overwritten.
    package let lost: Edit
    /// The edit that stayed; `nil` if the item no longer has such a value.
    package let kept: Edit?
    let id: ItemID
    let key: SyncKey
    let seen: SeenVersion
    let state: ItemState
    let unit: VersionedUnit
    /// Whether this device only reads, so that no edit of it is sent.
    let isReader: Bool

    /// The attributes of the overwritten value; none for a secret.
    package var attributes: ItemAttributes { unit.value?.attributes ?? ItemAttributes() }
    /// The overwritten secret; `nil` for an attribute.
    package var secret: SecretBytes? { unit.value?.secret }
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
        let (ledger, content) = try SyncProblem.catching { () throws(KeychainError) in
            (try SyncLedger(store.state()), try store.content())
        }
        guard content.isUnlocked else { throw .keychain(KeychainError(.locked)) }
        let states = LocalStates(ledger, of: log)
        let isReader = await log.membership.members[log.device]?.role.changesItems == false
        let named = content.entries.map { (log.sealing.id(of: $0.key), $0.key, $0.value) }
        for (id, key, entry) in named.inOrder(of: { $0.0 }) {
            // Records that cannot be opened are left out: rounds handle them.
            guard case .live(let item, let seen) = entry,
                let state = try? states.state(of: item, id)
            else { continue }
            for unit in state.history {
                var kept: SyncConflict.Edit?
                if let present = state[unit.unit] {
                    kept = await Self.edit(present.version, log)
                }
                found.append(
                    SyncConflict(
                        item: item,
                        lost: await Self.edit(unit.version, log),
                        kept: kept,
                        id: id,
                        key: key,
                        seen: seen,
                        state: state,
                        unit: unit,
                        isReader: isReader
                    )
                )
            }
        }
        return found
    }

    private static func edit(_ version: UnitVersion, _ log: VaultLog) async -> SyncConflict.Edit {
        SyncConflict.Edit(device: await log.name(of: version.device), date: version.time.date)
    }

    /// Gives an item an overwritten value back, as an edit of this device; the value that it replaces
    /// is kept in its place.
    ///
    /// - Throws: ``SyncProblem/changed`` if the item was changed since the conflicts were read,
    ///   ``SyncProblem/readsOnly``, or ``SyncProblem/keychain(_:)`` with
    ///   ``KeychainError/Code/dataTooLarge`` if a record has no room for both values.
    package func restore(_ conflict: SyncConflict) throws(SyncProblem) {
        let item = conflict.restored(now: store.now)
        try settle(conflict, .put(item)) { states, history in
            var state = states.state(of: item, editing: conflict.state)
            let old = conflict.state[conflict.unit.unit]
            let isReplaced = old?.value != nil && old != state[conflict.unit.unit]
            state.history = history + [old].compactMap { isReplaced ? $0 : nil }
            return state
        }
    }

    /// Forgets an overwritten value, on all devices.
    ///
    /// - Throws: ``SyncProblem/changed`` or ``SyncProblem/readsOnly``.
    package func dismiss(_ conflict: SyncConflict) throws(SyncProblem) {
        try settle(conflict, .keep) { _, history in
            var state = conflict.state
            state.history = history
            return state
        }
    }

    /// Stores the state in which a conflict is settled together with the item, so that the next round
    /// sends both.
    private func settle(
        _ conflict: SyncConflict,
        _ outcome: SyncApplication.Outcome,
        _ settled: (LocalStates, _ history: [VersionedUnit]) -> ItemState
    ) throws(SyncProblem) {
        guard !conflict.isReader else { throw .readsOnly }
        guard let log = try logIfMember() else { throw .notSetUp }
        let application = SyncApplication(
            key: conflict.key,
            expected: conflict.seen,
            outcome: outcome,
            isEdit: true
        )
        let applied = try SyncProblem.catching { () throws(KeychainError) in
            let states = LocalStates(try SyncLedger(store.state()), of: log)
            let state = settled(states, conflict.state.history.filter { $0 != conflict.unit })
            let row = try states.row(state, of: conflict.id)
            return try store.apply([application], state: [row])
        }
        guard applied.isApplied else { throw .changed }
    }
}

extension SyncConflict {
    fileprivate func restored(now: Date) -> BackupItem {
        var attributes = ItemAttributes()
        for (key, value) in item.attributes
        where SyncUnit(key, of: item.itemClass) != unit.unit { attributes[key] = value }
        for (key, value) in self.attributes { attributes[key] = value }
        attributes[.modificationDate] = .date(now)
        var restored = item
        restored.attributes = attributes
        if unit.unit == .content { restored.secret = secret }
        return restored
    }
}
