internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain
internal import Synchronization

/// The rounds of one keychain on one remote, for as long as a program runs.
///
/// Between rounds it keeps what makes the next one faster: sealed records and marks of rows, the
/// members and digests as far as their rows are as they were, and the end of the last round. Keys and trust are
/// read again in each round, because other programs change them: a log that was kept would not know
/// of a rollback that another program has seen.
package actor SyncSession {
    /// The state after a round that had nothing left to do.
    private struct Rest {
        let mark: SyncMark
        let snapshot: VaultSnapshot
        let end: SyncRound.End
    }

    private let store: FollowedStore
    private let engine: any VaultEngine
    private let place: VaultSettings
    private let entropy: KeychainEntropy
    private let mark: @Sendable () throws(KeychainError) -> SyncMark
    private var stored: StoredVault?
    private var memory = SyncMemory()
    private var vault: VaultID?
    private var rest: Rest?
    private var isRunning = false

    /// - Parameters:
    ///   - store: The keychain.
    ///   - engine: The remote.
    ///   - place: The settings that name it.
    ///   - entropy: The source of keys.
    ///   - mark: The present mark of the keychain, such as `Keychain.syncMark`.
    package init(
        _ store: any SyncStore,
        on engine: any VaultEngine,
        at place: VaultSettings,
        entropy: KeychainEntropy = .system,
        mark: @escaping @Sendable () throws(KeychainError) -> SyncMark
    ) {
        self.store = FollowedStore(store, mark)
        (self.engine, self.entropy) = (engine, entropy)
        self.place = place
        self.mark = mark
    }

    /// Makes one round, as ``SyncedVault/round(on:)`` does.
    ///
    /// If neither the keychain nor the remote has changed since a round that had nothing left to do,
    /// nothing is read.
    ///
    /// - Returns: The outcome of the round; ``SyncRound/End/busy`` while another one is under way.
    /// - Throws: Any error of ``SyncedVault/round(on:)``, and ``SyncProblem/moved`` if the settings
    ///   name another remote by now.
    package func round() async throws(SyncProblem) -> VaultRound {
        guard !isRunning else { return VaultRound(end: .busy) }
        isRunning = true
        defer { isRunning = false }
        // Before the round: an edit that is made during it makes the next one a whole one.
        let mark = try SyncProblem.catching(mark)
        if let rest, rest.mark == mark, (try? await engine.snapshot()) == rest.snapshot {
            return VaultRound(end: rest.end)
        }
        rest = nil
        store.follow(from: mark)
        defer { store.forgetRows() }
        let (round, log) = try await wholeRound(mark)
        guard round.end.isAlarm else { return round }
        // Another line changes state about items, too.
        memory.lookAgain()
        let synced = SyncedVault(store, entropy: entropy)
        guard let followed = try await synced.followAccepted(on: engine, after: log) else {
            return round
        }
        return try await wholeRound(mark).round.after(followed)
    }

    private func wholeRound(
        _ mark: SyncMark
    ) async throws(SyncProblem) -> (round: VaultRound, log: VaultLog) {
        let others = try SyncProblem.catching { () throws(KeychainError) in
            try RoundStore(store, &memory, stored)
        }
        let synced = SyncedVault(others, entropy: entropy)
        let log = try await synced.openedLog(on: engine, at: place)
        stored = log.stored
        let present = await log.trust.vault
        if vault != present { (vault, memory) = (present, SyncMemory()) }
        let synchronizer = Synchronizer(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing,
            memory: memory
        )
        // One owner, so that it is changed in place.
        memory = SyncMemory()
        let end: SyncRound.End
        do throws(SyncProblem) {
            end = try await SyncedVault.end(of: synchronizer, over: log)
        } catch {
            memory = await synchronizer.memory
            throw error
        }
        memory = await synchronizer.memory
        let snapshot = await log.snapshot
        var round = try await synced.finish(end, log, on: engine)
        guard case .upToDate = end else { return (round, log) }
        round.reached = store.reached
        var seen = mark
        if let reached = round.reached { seen.change = reached }
        rest = Rest(mark: seen, snapshot: snapshot, end: end)
        return (round, log)
    }
}
