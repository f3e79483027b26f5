internal import PortableKeychain

/// What one round did.
package struct VaultRound: Sendable, Equatable {
    /// How it ended.
    package let end: SyncRound.End
    /// The names of the devices that were let in.
    package let added: [String]
}

extension SyncedVault {
    /// Makes one round: finishes joining, synchronizes, and lets invited devices in.
    ///
    /// - Throws: ``SyncProblem/paused``, ``SyncProblem/waiting`` until a member has let this device
    ///   in, or what the remote or the keychain refuses.
    package func round(on engine: any VaultEngine) async throws(SyncProblem) -> VaultRound {
        let log = try await openedLog(on: engine)
        let agent = SyncAgent(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        let end: SyncRound.End
        do throws(KeychainError) { end = try await agent.synchronize() } catch {
            throw .keychain(error)
        }
        return try await finish(end, log, on: engine)
    }

    /// Finishes joining, and opens the log.
    func openedLog(on engine: any VaultEngine) async throws(SyncProblem) -> VaultLog {
        guard let settings = try settings() else { throw .notSetUp }
        guard !settings.isPaused else { throw .paused }
        try await finishJoining(on: engine)
        return try log(on: engine)
    }

    /// Lets invited devices in after a round that found everything on the log.
    func finish(
        _ end: SyncRound.End,
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> VaultRound {
        guard case .upToDate = end,
            await log.membership.members[log.device]?.role == .admin
        else { return VaultRound(end: end, added: []) }
        return VaultRound(end: end, added: try await admit(log, on: engine))
    }
}
