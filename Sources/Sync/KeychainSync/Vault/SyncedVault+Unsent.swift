internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// An edit that no other device has seen.
package struct UnsentEdit: Sendable {
    /// The kind of edit.
    package enum Kind: Sendable { case added, changed, deleted }

    /// The item as it is here; for a deleted one, as the other devices have it.
    package let item: BackupItem
    package let kind: Kind
    fileprivate let id: ItemID
    fileprivate let key: SyncKey
    fileprivate let seen: SeenVersion
    /// The item as the other devices have it; `nil` for one that was added.
    fileprivate let shared: ItemState?
}

/// Edits that wait to be sent, or that a device which only reads can never send.
extension SyncedVault {
    /// The edits of this device that the log does not have, in an order that stays while nothing
    /// changes.
    ///
    /// Items that are locked, cannot be read or are too large to be sent are left out. The remote is
    /// not asked.
    ///
    /// - Throws: ``SyncProblem/notSetUp`` or ``SyncProblem/waiting``, or ``SyncProblem/keychain(_:)``
    ///   for a keychain that cannot be read.
    package func unsentEdits() throws(SyncProblem) -> [UnsentEdit] {
        guard let log = try logIfMember() else {
            throw try settings() == nil ? .notSetUp : .waiting
        }
        let (ledger, content) = try SyncProblem.catching { () throws(KeychainError) in
            (try SyncLedger(store.state()), try store.content())
        }
        let states = LocalStates(ledger, of: log)
        return content.entries.compactMap { key, entry in
            try? unsent(entry, key, log.sealing.id(of: key), states)
        }
        .inOrder { $0.id }
    }

    /// The number of items that cannot be read until the keychain is unlocked, and can have such edits.
    ///
    /// - Throws: ``SyncProblem/keychain(_:)`` for a keychain that cannot be read.
    package func lockedItems() throws(SyncProblem) -> Int {
        try SyncProblem.catching { () throws(KeychainError) in try store.content().locked }
    }

    private func unsent(
        _ entry: LocalContent.Entry,
        _ key: SyncKey,
        _ id: ItemID,
        _ states: LocalStates
    ) throws(KeychainError) -> UnsentEdit? {
        let shared = try states.basis(of: id)
        switch entry {
        case .home: return nil
        case .live(let item, let seen):
            let state = try states.state(of: item, id)
            guard SyncRules.standard.isEdited(state, shared) else { return nil }
            do throws(KeychainError) { _ = try states.row(state, of: id) } catch {
                // One that is too large stays here for ever, and is counted by rounds. An edit that
                // cannot be sealed now, such as before the first round, waits all the same.
                if error.code == .dataTooLarge { return nil }
            }
            let kind = shared == nil ? UnsentEdit.Kind.added : .changed
            return UnsentEdit(
                item: item,
                kind: kind,
                id: id,
                key: key,
                seen: seen,
                shared: shared
            )
        case .tombstone(let modified):
            guard let shared else { return nil }
            return UnsentEdit(
                item: shared.item,
                kind: .deleted,
                id: id,
                key: key,
                seen: .tombstone(modified: modified),
                shared: shared
            )
        }
    }

    /// Gives an item the value that the other devices have.
    ///
    /// - Throws: ``SyncProblem/onlyHere`` for an item that no other device has, or
    ///   ``SyncProblem/changed`` if it was changed since the edits were read.
    package func revert(_ edit: UnsentEdit) throws(SyncProblem) {
        guard let shared = edit.shared else { throw .onlyHere }
        let application = SyncApplication(
            key: edit.key,
            expected: edit.seen,
            outcome: .put(shared.item),
            isEdit: true
        )
        let applied = try SyncProblem.catching { () throws(KeychainError) in
            try store.apply([application], state: [.pending(edit.id, nil)])
        }
        guard applied.isApplied else { throw .changed }
    }
}
