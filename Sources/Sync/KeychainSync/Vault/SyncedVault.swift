@_spi(Keepers) package import PortableKeychain

/// The synchronization of one keychain, as its user sees it.
///
/// A value without state of its own: everything is in the keychain and on the remote.
package struct SyncedVault: Sendable {
    let store: any SyncStore
    let entropy: KeychainEntropy
    private let cutting: CutLimits

    /// - Parameters:
    ///   - store: The keychain.
    ///   - cutting: The length from which this device cuts the log.
    ///   - entropy: The source of keys.
    package init(
        _ store: any SyncStore,
        cutting: CutLimits = .standard,
        entropy: KeychainEntropy = .system
    ) {
        (self.store, self.cutting, self.entropy) = (store, cutting, entropy)
    }

    /// The user's settings; `nil` for a keychain that is not synchronized.
    package func settings() throws(SyncProblem) -> VaultSettings? {
        try Self.settings(in: try state())
    }

    static func settings(
        in state: [SyncStateName: SecretBytes]
    ) throws(SyncProblem) -> VaultSettings? {
        try SyncProblem.catching { () throws(KeychainError) in
            try state[VaultSettings.row].map { bytes throws(KeychainError) in
                try VaultSettings(bytes)
            }
        }
    }

    /// Looks whether a vault can be begun on a remote: before a person writes down its recovery key.
    ///
    /// - Parameter engine: The remote.
    /// - Throws: ``SyncProblem/alreadySetUp``, ``SyncProblem/remoteHasVault``,
    ///   ``SyncProblem/remoteHasOthers(_:)`` or ``SyncProblem/offline``.
    package func requireNoVault(on engine: any VaultEngine) async throws(SyncProblem) {
        guard try settings() == nil else { throw .alreadySetUp }
        guard !engine.isMirror else { throw .mirrored }
        let path = VaultPath.head
        let (found, others) = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            let found = try await engine.read([path], of: snapshot)
            return (found, found.isEmpty ? try await engine.others(in: snapshot) : [])
        }
        guard found.isEmpty else { throw .remoteHasVault }
        guard others.isEmpty else { throw .remoteHasOthers(others) }
    }

    /// Begins a vault on a remote that has none.
    ///
    /// - Parameters:
    ///   - settings: The address of the remote.
    ///   - name: The name of this device for users.
    ///   - recovery: The recovery key, which its user has confirmed.
    ///   - engine: The remote.
    /// - Throws: ``SyncProblem/alreadySetUp``; ``SyncProblem/remoteHasVault``, also for a vault that
    ///   this device began with another recovery key before it was stopped; or
    ///   ``SyncProblem/offline``. After each of them nothing is set up.
    package func setUp(
        _ settings: VaultSettings,
        name: String,
        recovery: RecoveryKey,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard try self.settings() == nil else { throw .alreadySetUp }
        guard !engine.isMirror else { throw .mirrored }
        do throws(EngineFailure) {
            try await VaultLog.create(
                on: engine,
                store: store,
                name: name,
                recovery: recovery.bytes,
                entropy: entropy
            )
        } catch {
            // The vault is there if only the answer was lost.
            guard await hasBegun(on: engine, with: recovery) else {
                try forget()
                throw error == .notMember ? .remoteHasVault : SyncProblem(error)
            }
        }
        try keep([.put(VaultSettings.row, settings.encoded)])
    }

    /// Uses another address of the same vault, or another password there; also on a device that waits to
    /// be let in.
    ///
    /// - Parameters:
    ///   - settings: The present address of the remote.
    ///   - engine: The remote there.
    /// - Throws: ``SyncProblem/otherRemote`` if another vault is there, ``SyncProblem/remoteIsEmpty``,
    ///   ``SyncProblem/notMember`` or ``SyncProblem/offline``, after which nothing has changed.
    package func move(
        to settings: VaultSettings,
        on engine: any VaultEngine
    ) async throws(SyncProblem) {
        guard let present = try self.settings() else { throw .notSetUp }
        let own = try await ownVault()
        guard try await shownVault(on: engine) == own else { throw .otherRemote }
        var settings = settings
        settings.isPaused = present.isPaused
        try keep([.put(VaultSettings.row, settings.encoded)])
    }

    /// The name of the vault that the keychain is in, or that it waits to be let into.
    private func ownVault() async throws(SyncProblem) -> VaultID {
        let state = try state()
        let joining = try SyncProblem.catching { () throws(KeychainError) in try Joining(state) }
        switch joining {
        case .invited(let vault, _, _), .compared(let vault, _): return vault
        case .recovering, nil:
            let log = try log(on: NoEngine())
            return await log.trust.vault
        }
    }

    /// Whether the vault is this device's own, and the recovery key is the one that opens it: a
    /// command that was killed has begun one with a key that the user may not have written down.
    private func hasBegun(
        on engine: any VaultEngine,
        with recovery: RecoveryKey
    ) async -> Bool {
        guard let log = try? log(on: engine), (try? await log.head()) != nil,
            let paper = try? DeviceKeys(recovery: recovery.bytes)
        else { return false }
        return await log.membership.members[paper.id]?.role == .recovery
    }

    /// Pauses synchronization, or ends the pause.
    package func setPaused(_ isPaused: Bool) throws(SyncProblem) {
        guard var settings = try settings() else { throw .notSetUp }
        settings.isPaused = isPaused
        try keep([.put(VaultSettings.row, settings.encoded)])
    }

    /// Ends the synchronization of this keychain; items stay as they are, here and elsewhere.
    ///
    /// - Throws: ``SyncProblem/keychain(_:)`` while the keychain is locked.
    package func leave() throws(SyncProblem) {
        // Not their content: a person must be able to leave with settings that cannot be read.
        guard try state()[VaultSettings.row] != nil else { throw .notSetUp }
        try forget()
    }

    private func forget() throws(SyncProblem) {
        // Rows that need an unlocked keychain would stay.
        try requireUnlocked()
        try keep(try state().keys.map { .remove($0) })
    }

    // MARK: Shared functions

    func state() throws(SyncProblem) -> [SyncStateName: SecretBytes] {
        try SyncProblem.catching { () throws(KeychainError) in try store.state() }
    }

    func opened() throws(SyncProblem) -> OpenedState {
        try SyncProblem.catching { () throws(KeychainError) in try store.opened() }
    }

    /// Refuses to continue while the keychain is locked.
    func requireUnlocked() throws(SyncProblem) {
        let isUnlocked = try SyncProblem.catching { () throws(KeychainError) in
            try store.content().isUnlocked
        }
        guard isUnlocked else { throw .keychain(KeychainError(.locked)) }
    }

    func keep(_ rows: [SyncStateChange]) throws(SyncProblem) {
        try SyncProblem.catching { () throws(KeychainError) in try store.keep(rows) }
    }

    /// The log of the vault that the keychain is in.
    ///
    /// - Throws: ``SyncProblem/notMember`` on a device that was removed.
    func log(on engine: any VaultEngine) throws(SyncProblem) -> VaultLog {
        let opened = try opened()
        guard try Self.removal(in: opened.rows) == nil else { throw .notMember }
        return try memberLog(on: engine, opened)
    }

    /// The log, for a caller that knows that this device was not removed.
    func memberLog(
        on engine: any VaultEngine,
        _ opened: OpenedState
    ) throws(SyncProblem) -> VaultLog {
        let log = try SyncProblem.catching { () throws(KeychainError) in
            try VaultLog(
                opened,
                engine: engine,
                store: store,
                cutting: cutting,
                entropy: entropy
            )
        }
        guard let log else {
            throw try Self.settings(in: opened.rows) == nil ? .notSetUp : .waiting
        }
        return log
    }

    /// The name of the vault that an engine shows, without proof.
    ///
    /// - Throws: ``SyncProblem/remoteIsEmpty`` or ``SyncProblem/remoteIsOutdated``.
    func shownVault(on engine: any VaultEngine) async throws(SyncProblem) -> VaultID {
        let path = VaultPath.membership(0)
        let files = try await SyncProblem.asking { () async throws(EngineFailure) in
            let snapshot = try await engine.snapshot()
            return try await engine.read([path, VaultPath.head], of: snapshot)
        }
        guard let bytes = files[path] else { throw .remoteIsEmpty }
        if let head = files[VaultPath.head], VaultHead.isOutdated(head) { throw .remoteIsOutdated }
        guard let entry = MembershipEntry(bytes),
            case .genesis(let random, let creator, _) = entry.change
        else { throw .alarm(.malformed) }
        return MembershipEntry.vault(random: random, creator)
    }
}
