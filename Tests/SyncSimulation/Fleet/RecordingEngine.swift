internal import KeychainSync
internal import Synchronization

/// An engine that remembers the entries of the log that were sent through it, and the answer about
/// each.
final class RecordingEngine: VaultEngine {
    /// An entry of the log as it was sent.
    struct Sent: Sendable {
        let path: String
        let bytes: [UInt8]
        let outcome: CommitOutcome
    }

    private let engine: any VaultEngine
    private let all = Mutex<[Sent]>([])
    private let removed = Mutex<[String: [UInt8]]>([:])

    init(_ engine: any VaultEngine) { self.engine = engine }

    var sent: [Sent] { all.withLock { $0 } }
    /// The entries of the log that were removed after a cut.
    var forgotten: [String: [UInt8]] { removed.withLock { $0 } }

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
    ) async throws(EngineFailure) -> [String] { try await engine.list(folder, of: snapshot) }

    func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        let outcome = await engine.commit(changes, onto: snapshot)
        for change in changes where change.path.hasPrefix(FleetRun.log) {
            guard let bytes = change.bytes else { continue }
            all.withLock { $0.append(Sent(path: change.path, bytes: bytes, outcome: outcome)) }
        }
        return outcome
    }

    func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        let entries = paths.filter { $0.hasPrefix(FleetRun.log) }
        // Otherwise the checks at the end would miss them.
        guard let files = try? await engine.read(entries, of: snapshot) else { return false }
        removed.withLock { $0.merge(files) { $1 } }
        return await engine.forget(paths, of: snapshot)
    }
}
