internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain

/// The line that a remote shows, verified as a new device would.
struct ShownLine: Sendable {
    /// The log of the line, over a store in memory.
    let log: VaultLog
    /// The entries of the members.
    let entries: [MembershipEntry]
    private let rows: [SyncStateName: SecretBytes]

    /// Reads and verifies everything.
    ///
    /// - Parameters:
    ///   - engine: The remote.
    ///   - vault: The vault that it must be.
    ///   - keys: The keys of a member: of this device, or of a recovery key.
    ///   - now: The time of this device.
    ///   - entropy: The source of keys.
    /// - Throws: ``SyncProblem/alarm(_:)``, ``SyncProblem/notMember``, ``SyncProblem/keysMissing`` or
    ///   ``SyncProblem/offline``.
    init(
        on engine: any VaultEngine,
        of vault: VaultID,
        as keys: DeviceKeys,
        at now: Date,
        entropy: KeychainEntropy
    ) async throws(SyncProblem) {
        let desk = MemoryDesk(at: now)
        let log = try SyncProblem.catching { () throws(KeychainError) in
            try desk.keep(keys.rows + VaultLog.rows(joining: vault))
            return try VaultLog(engine: engine, store: desk, entropy: entropy)
        }
        guard let log else { throw .notSetUp }
        try await self.init(log, desk)
    }

    private init(_ log: VaultLog, _ desk: MemoryDesk) async throws(SyncProblem) {
        _ = try await SyncProblem.asking { () async throws(EngineFailure) in try await log.head() }
        rows = try SyncProblem.catching { () throws(KeychainError) in try desk.state() }
        entries = rows.filter { $0.key.kind == VaultTrust.memberKind }
            .sorted { $0.key.id.lexicographicallyPrecedes($1.key.id) }
            .compactMap { MembershipEntry($0.value.withUnsafeBytes { Array($0) }) }
        self.log = log
    }

    /// The comparison that decides whether it may take the place of the line that a device has verified.
    ///
    /// - Parameter own: The line of the device.
    /// - Returns: The two lines, to be compared.
    func acceptance(over own: VaultTrust) async -> Acceptance {
        Acceptance(own: own, shown: await log.trust, entries: entries)
    }

    /// The rows that make it the line of a device: all but those of the device itself.
    var lineRows: [SyncStateChange] {
        rows.filter { Self.isOfLine($0.key) }.map { .put($0.key, $0.value) }
    }

    /// Whether a row of state says something about a line.
    static func isOfLine(_ name: SyncStateName) -> Bool {
        let kinds = [
            VaultTrust.stateKind, VaultTrust.memberKind, LogTrail.stateKind, LogState.stateKind,
        ]
        return VaultKeyring.has(name) || kinds.contains(name.kind)
    }
}
