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

    init(_ engine: any VaultEngine) { self.engine = engine }

    var sent: [Sent] { all.withLock { $0 } }

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
}
