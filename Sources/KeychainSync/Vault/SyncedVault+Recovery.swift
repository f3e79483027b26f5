package import PortableKeychain
internal import KeychainEssentials
internal import Synchronization

extension SyncedVault {
    /// Makes this device a member with the recovery key, if no other device is left.
    ///
    /// Without an answer of the remote this device may be a member: then the next round knows, or
    /// the same call goes on with the same keys.
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
        let present = try self.settings()
        let begun = try present.flatMap { present throws(SyncProblem) in
            present.remote == settings.remote ? try recovering() : nil
        }
        guard present == nil || begun != nil else { throw .alreadySetUp }
        let vault = try await shownVault(on: engine)
        let (paper, keys) = try SyncProblem.catching { () throws(KeychainError) in
            let paper = try DeviceKeys(recovery: key.bytes)
            guard let begun else { return (paper, try DeviceKeys(entropy: entropy)) }
            return (paper, begun.keys)
        }
        // Otherwise an engine could make a vault of its own, with a recovery key that it knows the
        // public half of.
        let path = VaultPath.recovery(paper.id)
        let proof = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([path], of: snapshot)[path]
        }
        let expected = VaultProof.recovery(key.bytes, of: vault)
        guard let proof, VaultProof.matches(proof, expected), begun?.vault ?? vault == vault else {
            throw .otherVault
        }
        let desk = RecoveryDesk()
        let log = try SyncProblem.catching { () throws(KeychainError) in
            try desk.keep(paper.rows + VaultLog.rows(joining: vault))
            return try VaultLog(engine: engine, store: desk, entropy: entropy)
        }
        guard let log else { throw .otherVault }
        // Before anything is sent, as when joining.
        if begun == nil {
            try begin(settings, keys, .recovering, VaultLog.rows(joining: vault))
        }
        do throws(EngineFailure) {
            _ = try await log.head()
            if await !log.membership.knows(keys.id) {
                try await log.change(.add(keys.certificate, .admin, name: name))
            }
        } catch {
            // Otherwise nothing was sent, or nothing that the remote could take.
            if error != .unavailable { try leave() }
            throw SyncProblem(error)
        }
        try keep([Joining.finished])
    }

    /// The keys with which a recovery was begun whose end is not known.
    private func recovering() throws(SyncProblem) -> (keys: DeviceKeys, vault: VaultID)? {
        let state = try state()
        return try SyncProblem.catching { () throws(KeychainError) in
            guard case .recovering = try Joining(state), let keys = try DeviceKeys(state),
                let trust = try VaultTrust(state)
            else { return nil }
            return (keys, trust.vault)
        }
    }

    /// Looks whether the remote has stored that this device is a member.
    func finishRecovering(on engine: any VaultEngine) async throws(SyncProblem) {
        do throws(SyncProblem) { _ = try await current(on: engine) } catch {
            if case .notMember = error { throw .recoveryInterrupted }
            throw error
        }
        try keep([Joining.finished])
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
