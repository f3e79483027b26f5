package import PortableKeychain

extension SyncedVault {
    /// Makes this device an admin with the recovery key, if no other one is left.
    ///
    /// A device that is a member, and no admin, or that was stopped by an alarm, keeps what it has read:
    /// it can accept an older state of the remote then (``acceptOlder(_:on:)``).
    ///
    /// Without an answer of the remote this device may be a member: then the next round knows, or
    /// the same call continues with the same keys.
    ///
    /// - Parameters:
    ///   - settings: The address of the vault.
    ///   - key: The recovery key.
    ///   - name: The name of this device for users.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/recoveryKeyRefused`` if the vault has no such recovery key, or no
    ///   longer, ``SyncProblem/otherRemote``, ``SyncProblem/otherAddress(_:)``,
    ///   ``SyncProblem/alreadySetUp``, ``SyncProblem/remoteIsEmpty`` or ``SyncProblem/offline``.
    package func recover(
        _ settings: VaultSettings,
        with key: RecoveryKey,
        name: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        let present = try self.settings()
        // It may be another spelling of the same one, which is not decided here.
        if let present, present.remote != settings.remote { throw .otherAddress(present.remote) }
        let begun = try present == nil ? nil : recovering()
        if present != nil, begun == nil {
            return try await promote(with: key, name: name, on: engine)
        }
        let vault = try await shownVault(on: engine)
        let (paper, keys) = try SyncProblem.catching { () throws(KeychainError) in
            let paper = try DeviceKeys(recovery: key.bytes)
            guard let begun else { return (paper, try DeviceKeys(entropy: entropy)) }
            return (paper, begun.keys)
        }
        guard begun?.vault ?? vault == vault else { throw .otherRemote }
        try await requireProof(of: key, paper, vault, on: engine)
        let desk = MemoryDesk(at: store.now)
        let log = try SyncProblem.catching { () throws(KeychainError) in
            try desk.keep(paper.rows + VaultLog.rows(joining: vault))
            return try VaultLog(engine: engine, store: desk, entropy: entropy)
        }
        guard let log else { throw .recoveryKeyRefused }
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
            throw Self.refusal(SyncProblem(error))
        }
        try keep([Joining.finished])
    }

    /// Looks whether a recovery key lets a machine into the vault of a remote.
    ///
    /// - Parameters:
    ///   - key: The recovery key.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/recoveryKeyRefused`` if not, ``SyncProblem/remoteIsEmpty`` or
    ///   ``SyncProblem/offline``.
    package func requireVault(
        openedBy key: RecoveryKey,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        let vault = try await shownVault(on: engine)
        let paper = try SyncProblem.catching { () throws(KeychainError) in
            try DeviceKeys(recovery: key.bytes)
        }
        try await requireProof(of: key, paper, vault, on: engine)
        // The proof of a key that was removed can be there.
        _ = try await line(of: vault, openedBy: paper, on: engine)
    }

    /// The line that a remote shows to the holder of a recovery key.
    private func line(
        of vault: VaultID,
        openedBy paper: DeviceKeys,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> ShownLine {
        do throws(SyncProblem) {
            return try await ShownLine(
                on: engine,
                of: vault,
                as: paper,
                at: store.now,
                entropy: entropy
            )
        } catch {
            throw Self.refusal(error)
        }
    }

    /// The problem of a caller that was a member by its recovery key alone.
    private static func refusal(_ problem: SyncProblem) -> SyncProblem {
        if case .notMember = problem { return .recoveryKeyRefused }
        return problem
    }

    /// Whether this device has read that a recovery key lets machines into its vault.
    ///
    /// - Parameter key: The recovery key.
    /// - Returns: Whether it is known; `false` also where that cannot be read now.
    package func knows(_ key: RecoveryKey) -> Bool {
        guard let opened = try? opened(), let trust = (try? VaultTrust(opened)) ?? nil,
            let paper = try? DeviceKeys(recovery: key.bytes)
        else { return false }
        return trust.membership.members[paper.id]?.role == .recovery
    }

    /// Looks whether the holder of a recovery key made the vault: otherwise an engine could make one of
    /// its own, with a recovery key that it knows the public half of.
    private func requireProof(
        of key: RecoveryKey,
        _ paper: DeviceKeys,
        _ vault: VaultID,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        let path = VaultPath.recovery(paper.id)
        let proof = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([path], of: snapshot)[path]
        }
        let expected = VaultProof.recovery(key.bytes, of: vault)
        guard let proof, VaultProof.matches(proof, expected) else { throw .recoveryKeyRefused }
    }

    /// Makes this device an admin of the remote's state, whatever it has read before.
    private func promote(
        with key: RecoveryKey,
        name: String,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard let log = try logIfMember() else { throw .alreadySetUp }
        let own = await log.trust
        guard own.alarm != nil || own.membership.members[log.device]?.role != .admin else {
            throw .alreadySetUp
        }
        guard try await shownVault(on: engine) == own.vault else { throw .otherRemote }
        let paper = try SyncProblem.catching { () throws(KeychainError) in
            try DeviceKeys(recovery: key.bytes)
        }
        try await requireProof(of: key, paper, own.vault, on: engine)
        let shown = try await line(of: own.vault, openedBy: paper, on: engine)
        let membership = await shown.log.membership
        let certificate = await log.keys.certificate
        let change: VaultLog.MemberChange
        switch membership.members[log.device]?.role {
        case .admin: return
        case nil where membership.knows(log.device): throw .notMember
        case nil: change = .add(certificate, .admin, name: name)
        case .writer, .reader, .publisher, .recovery: change = .setRole(log.device, .admin)
        }
        try await SyncProblem.asking { () async throws(EngineFailure) in
            try await shown.log.change(change)
        }
    }

    /// The keys with which a recovery was begun whose end is not known.
    private func recovering() throws(SyncProblem) -> (keys: DeviceKeys, vault: VaultID)? {
        let opened = try opened()
        return try SyncProblem.catching { () throws(KeychainError) in
            guard case .recovering = try Joining(opened.rows),
                let keys = try DeviceKeys(opened.rows), let trust = try VaultTrust(opened)
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
