package import PortableKeychain

/// Recovery keys of a vault that is there already.
extension SyncedVault {
    /// Gives the vault a recovery key, and removes all others, with new keys for the members.
    ///
    /// - Parameters:
    ///   - key: The recovery key, which its user has confirmed.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/notAdmin``, or ``SyncProblem/offline``, after which the vault can have
    ///   this key or the one before. Only a vault that had several can have this key and some of them.
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
        let new = VaultLog.MemberChange.add(paper.certificate, .recovery, name: "")
        let old = await recoveryKeys(log).filter { $0 != paper.id }
        // With the old key in one commit: interrupted between two, a key that leaked would stay valid.
        let changes =
            [(change: new, files: [proof])] + old.prefix(1).map { Self.withdrawal(of: $0) }
        try await change(changes, log)
        for id in old.dropFirst() { try await change([Self.withdrawal(of: id)], log) }
    }

    /// Looks whether this device may change the members, and can do so now.
    ///
    /// - Throws: ``SyncProblem/notAdmin`` if not, ``SyncProblem/keychain(_:)`` while the keychain is
    ///   locked, or ``SyncProblem/offline``.
    package func requireAdmin(on engine: any VaultEngine) async throws(SyncProblem) {
        try requireUnlocked()
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
        let log = try await current(on: engine)
        let old = await recoveryKeys(log)
        // One at a time: each removal begins an epoch, whose keys are known once it is read.
        for id in old { try await change([Self.withdrawal(of: id)], log) }
        return old.count
    }

    /// The recovery keys of the vault, in the order of their names.
    private func recoveryKeys(_ log: VaultLog) async -> [DeviceID] {
        await log.membership.members.filter { $0.value.role == .recovery }.keys.sorted()
    }

    /// The removal of a recovery key and of its proof.
    private static func withdrawal(
        of id: DeviceID
    ) -> (change: VaultLog.MemberChange, files: [VaultFileChange]) {
        (change: .remove(id), files: [VaultFileChange(VaultPath.recovery(id), nil)])
    }
}
