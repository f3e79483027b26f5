package import PortableKeychain
internal import KeychainEssentials
internal import Synchronization

extension SyncedVault {
    /// Makes this device a member with the recovery key, if no other device is left.
    ///
    /// - Parameters:
    ///   - settings: Where the vault is.
    ///   - key: The recovery key.
    ///   - name: What people call this device.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/otherVault`` if the vault has no such recovery key,
    ///   ``SyncProblem/alreadySetUp``, ``SyncProblem/remoteIsEmpty`` or ``SyncProblem/offline``.
    package func recover(
        _ settings: VaultSettings,
        with key: RecoveryKey,
        name: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard try self.settings() == nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        let (paper, keys) = try SyncProblem.catching { () throws(KeychainError) in
            (try DeviceKeys(recovery: key.bytes), try DeviceKeys(entropy: entropy))
        }
        // Otherwise an engine could make a vault of its own, with a recovery key that it knows the
        // public half of.
        let path = VaultPath.recovery(paper.id)
        let proof = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([path], of: snapshot)[path]
        }
        let expected = VaultProof.recovery(key.bytes, of: vault)
        guard let proof, VaultProof.matches(proof, expected) else { throw .otherVault }
        let desk = RecoveryDesk()
        let log = try SyncProblem.catching { () throws(KeychainError) in
            try desk.keep(paper.rows + VaultLog.rows(joining: vault))
            return try VaultLog(engine: engine, store: desk, entropy: entropy)
        }
        guard let log else { throw .otherVault }
        // Before anything is sent, as when joining.
        try keep(
            keys.rows + VaultLog.rows(joining: vault)
                + [.put(VaultSettings.row, settings.encoded)]
        )
        do throws(EngineFailure) {
            try await log.change(.add(keys.certificate, .admin, name: name))
        } catch {
            try leave()
            throw SyncProblem(error)
        }
    }
}

/// The state of a recovery key while it lets a device in, which is stored nowhere.
private final class RecoveryDesk: SyncStore {
    private struct Rows {
        var values: [SyncStateName: SyncStateRows.Row] = [:]
        var writes: Int64 = 0
    }

    private let rows = Mutex(Rows())

    func content(beyond known: Set<RowMark>) throws(KeychainError) -> LocalContent {
        LocalContent()
    }

    func state(beyond known: Set<RowMark>) throws(KeychainError) -> SyncStateRows {
        var found = SyncStateRows()
        for row in rows.withLock({ $0.values.values }) {
            if known.contains(row.mark) {
                found.known.insert(row.mark)
            } else {
                found.opened.append(row)
            }
        }
        return found
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        rows.withLock { rows in
            for change in state {
                switch change {
                case .put(let name, let bytes):
                    rows.writes += 1
                    let mark = RowMark(row: rows.writes, tag: (0, 0))
                    rows.values[name] = SyncStateRows.Row(name: name, bytes: bytes, mark: mark)
                case .remove(let name): rows.values[name] = nil
                }
            }
        }
        return .applied
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { false }

    /// Nobody asks: it has no items.
    var now: Date { .distantPast }
}
