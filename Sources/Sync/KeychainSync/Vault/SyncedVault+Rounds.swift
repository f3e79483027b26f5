internal import PortableKeychain

/// The result of one round.
package struct VaultRound: Sendable, Equatable {
    /// The outcome.
    package let end: SyncRound.End
    /// The names of the devices that were let in.
    package internal(set) var added: [String]
    /// The alarm that has ended with this round, because the remote shows the earlier entries
    /// again, or because an admin has accepted their loss.
    package var ended: TrustAlarm?
    /// The number of items with changes of this device that the remote had lost, if an admin has
    /// accepted an older state.
    package var sentAgain: Int?
    /// The number of items' files that this device has read and the remote has lost.
    package var missing = 0
    /// The change mark of the keychain that this round has left, if no other program has changed the
    /// keychain since the round began: then it has seen all changes up to there.
    package internal(set) var reached: [UInt8]?

    package init(end: SyncRound.End, reached: [UInt8]? = nil) {
        (self.end, self.reached, added) = (end, reached, [])
    }
}

extension VaultRound {
    /// The round after this device has taken another line.
    func after(_ followed: SyncedVault.FollowedLine) -> VaultRound {
        var round = self
        (round.ended, round.sentAgain) = (followed.alarm, followed.sentAgain)
        return round
    }
}

extension SyncedVault {
    /// Makes one round: finishes joining, synchronizes, and lets invited devices in.
    ///
    /// - Throws: ``SyncProblem/paused``, ``SyncProblem/waiting`` until a member has let this device
    ///   in, or a refusal of the remote or the keychain.
    package func round(on engine: any VaultEngine) async throws(SyncProblem) -> VaultRound {
        let (round, log) = try await plainRound(on: engine)
        guard round.end.isAlarm,
            let followed = try await followAccepted(on: engine, after: log)
        else { return round }
        return try await plainRound(on: engine).round.after(followed)
    }

    private func plainRound(
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> (round: VaultRound, log: VaultLog) {
        let log = try await openedLog(on: engine)
        let synchronizer = Synchronizer(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        let end = try await Self.end(of: synchronizer, over: log)
        var round = try await finish(end, log, on: engine)
        // Of a mirror, the list would be all of its files.
        if case .upToDate = end, !engine.isMirror {
            round.missing = await Self.missing(await synchronizer.memory.ledger, log, on: engine)
        }
        return (round, log)
    }

    /// Makes a round, and cuts a log that has become long by it.
    static func end(
        of synchronizer: Synchronizer,
        over log: VaultLog
    ) async throws(SyncProblem) -> SyncRound.End {
        do throws(KeychainError) {
            let end = try await synchronizer.synchronize()
            guard case .upToDate = end, await log.cutIfDue() else { return end }
            // The cut is an entry, too: otherwise it would be reported as one that was not read.
            return try await synchronizer.synchronize()
        } catch {
            throw .keychain(error)
        }
    }

    /// Counts the files of items that are missing on the remote, without reading them.
    private static func missing(
        _ ledger: SyncLedger,
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async -> Int {
        // Otherwise items were changed after the round.
        guard await log.trust.position.sequence == ledger.cursor,
            let paths = try? await engine.list(VaultPath.items, of: await log.snapshot)
        else { return 0 }
        let listed = Set(paths)
        return ledger.records.keys.count { !listed.contains(VaultPath.record($0)) }
    }

    /// Finishes joining, and opens the log.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - place: The settings that the engine is for; `nil` for the present ones.
    /// - Returns: The log.
    /// - Throws: The same errors as ``round(on:)``, and ``SyncProblem/moved`` if the settings name
    ///   another remote.
    func openedLog(
        on engine: any VaultEngine,
        at place: VaultSettings? = nil
    ) async throws(SyncProblem) -> VaultLog {
        let opened = try opened()
        let state = opened.rows
        guard let settings = try Self.settings(in: state) else { throw .notSetUp }
        if let place, !settings.isSamePlace(as: place) { throw .moved }
        guard !settings.isPaused else { throw .paused }
        guard try Self.removal(in: state) == nil else { throw .notMember }
        guard Joining.isUnderWay(state) else { return try memberLog(on: engine, opened) }
        try await finishJoining(on: engine)
        return try memberLog(on: engine, self.opened())
    }

    /// Lets invited devices in after a round that found everything on the log.
    func finish(
        _ end: SyncRound.End,
        _ log: VaultLog,
        on engine: any VaultEngine
    ) async throws(SyncProblem) -> VaultRound {
        var round = VaultRound(end: end)
        round.ended = await log.endedAlarm
        if case .notMember = end { try await noteRemoval(log) }
        guard case .upToDate = end,
            await log.membership.members[log.device]?.role == .admin
        else { return round }
        round.added = try await admit(log, on: engine)
        return round
    }
}
