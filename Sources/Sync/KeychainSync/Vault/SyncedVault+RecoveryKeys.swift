package import PortableKeychain

/// Recovery keys of a vault that is there already.
extension SyncedVault {
    /// Gives the vault a recovery key, and removes all others, with new keys for the members.
    ///
    /// - Parameters:
    ///   - key: The recovery key, which its user has confirmed.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/notAdmin``, or ``SyncProblem/offline``, after which the vault can have
    ///   this key and the others.
    package func replaceRecoveryKeys(
        with key: RecoveryKey,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        let log = try await current(on: engine)
        let paper = try SyncProblem.catching { () throws(KeychainError) in
            try DeviceKeys(recovery: key.bytes)
        }
        let proof = VaultFileChange(
            VaultPath.recovery(paper.id),
            VaultProof.recovery(key.bytes, of: await log.membership.vault)
        )
        // First, so that there is always one.
        try await change(.add(paper.certificate, .recovery, name: ""), log, with: [proof])
        _ = try await removeRecoveryKeys(but: paper.id, log)
    }

    /// Looks whether this device may change the members.
    ///
    /// - Throws: ``SyncProblem/notAdmin`` if not, or ``SyncProblem/offline``.
    package func requireAdmin(on engine: any VaultEngine) async throws(SyncProblem) {
        let log = try await current(on: engine)
        guard await log.membership.members[log.device]?.role == .admin else { throw .notAdmin }
    }

    /// Removes all recovery keys, and gives the members new keys.
    ///
    /// - Parameter engine: The remote.
    /// - Returns: The number of keys that were removed.
    /// - Throws: ``SyncProblem/notAdmin`` or ``SyncProblem/offline``.
    package func removeRecoveryKeys(
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> Int {
        try await removeRecoveryKeys(but: nil, try await current(on: engine))
    }

    private func removeRecoveryKeys(
        but kept: DeviceID?,
        _ log: VaultLog
    ) async throws(SyncProblem) -> Int {
        let old = await log.membership.members.filter {
            $0.value.role == .recovery && $0.key != kept
        }
        for id in old.keys.sorted() {
            try await change(.remove(id), log, with: [VaultFileChange(VaultPath.recovery(id), nil)])
        }
        return old.count
    }
}
