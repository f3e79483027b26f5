internal import KeychainSync
internal import KeychainSyncGit
internal import PortableKeychain

/// The remote that stores the vault of a keychain: a git repository, an etcd cluster, or a mirror.
enum SyncRemote: VaultEngine {
    case git(GitEngine)
    /// A cluster or a mirror, through the helper program.
    case helper(HelperEngine)

    /// The program that speaks to clusters and web servers, so that this one links no library for networks.
    static let etcdProgram = "keychain-etcd"

    /// The longest time from a hint to the round that it causes.
    private static let longestDelay = Duration.seconds(1)

    private var engine: any VaultEngine {
        switch self {
        case .git(let engine): engine
        case .helper(let engine): engine
        }
    }

    /// The failure of the last call, in words for the user; `nil` if it was answered.
    var complaint: String? {
        get async {
            switch self {
            case .git(let engine): await engine.complaint?.text
            case .helper(let engine): engine.trouble?.sentence
            }
        }
    }

    /// Counts the hints that others may have changed something; an engine without hints has none.
    ///
    /// They come until ``SyncHints/end()``: each time that the helper ends, it is started again.
    func countHints() -> SyncHints {
        let hints = SyncHints()
        // A mirror says nothing by itself.
        guard case .helper(let engine) = self, !engine.isMirror else { return hints }
        let source = Waiting.start {
            var backOff = BackOff()
            while !Task.isCancelled {
                let start = ContinuousClock.now
                for await _ in engine.hints() {
                    // All machines hear of a change, such as new keys, at one moment.
                    try? await QuietClock().sleep(for: backOff.part(of: Self.longestDelay))
                    hints.count()
                }
                backOff.note(lasted: ContinuousClock.now - start)
                try? await QuietClock().sleep(for: backOff.wait())
            }
        }
        hints.take(from: source)
        return hints
    }

    // MARK: The engine

    var isMirror: Bool { engine.isMirror }

    func snapshot() async throws(EngineFailure) -> VaultSnapshot { try await engine.snapshot() }

    func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        try await engine.read(paths, of: snapshot)
    }

    func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        try await engine.list(folder, of: snapshot)
    }

    func others(in snapshot: VaultSnapshot) async throws(EngineFailure) -> [String] {
        try await engine.others(in: snapshot)
    }

    func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        await engine.commit(changes, onto: snapshot)
    }

    func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        await engine.forget(paths, of: snapshot)
    }
}
