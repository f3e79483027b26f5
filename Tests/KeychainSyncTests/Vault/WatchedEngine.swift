import SyncSimulation
import Synchronization

@testable import KeychainSync

/// An engine that notes its requests.
final class WatchedEngine: VaultEngine {
    private struct Paths {
        var read: Set<String> = []
        var written: Set<String> = []
        var forgotten: Set<String> = []
        var requests = 0
        /// The number of answers that are left.
        var answers: Int
    }

    private let base: VaultView
    private let paths: Mutex<Paths>

    /// Wraps an engine.
    ///
    /// - Parameters:
    ///   - base: The engine.
    ///   - answers: The number of snapshots after which it no longer answers.
    init(_ base: VaultView, answers: Int = .max) {
        self.base = base
        paths = Mutex(Paths(answers: answers))
    }

    var read: [String] { paths.withLock { $0.read.sorted() } }
    var written: [String] { paths.withLock { $0.written.sorted() } }
    var forgotten: [String] { paths.withLock { $0.forgotten.sorted() } }
    /// The largest number of requests of devices that were read at once.
    var requests: Int { paths.withLock { $0.requests } }

    /// Devices have other names each time.
    private static func kind(_ path: String) -> String {
        let folder = path.prefix { $0 != "/" }
        return ["join", "answers"].contains(folder) ? String(folder) : path
    }

    func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        let isAway = paths.withLock { paths in
            paths.answers -= 1
            return paths.answers < 0
        }
        guard !isAway else { throw .unavailable }
        return try await base.snapshot()
    }

    func read(
        _ names: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        let kinds = names.map(Self.kind)
        let requests = kinds.count { $0 == "join" }
        paths.withLock { paths in
            paths.read.formUnion(kinds)
            paths.requests = max(paths.requests, requests)
        }
        return try await base.read(names, of: snapshot)
    }

    func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        paths.withLock { _ = $0.read.insert("all of \(folder)") }
        return try await base.list(folder, of: snapshot)
    }

    func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        paths.withLock { $0.written.formUnion(changes.map(\.path).map(Self.kind)) }
        return await base.commit(changes, onto: snapshot)
    }

    func forget(_ names: [String], of snapshot: VaultSnapshot) async -> Bool {
        paths.withLock { $0.forgotten.formUnion(names) }
        return await base.forget(names, of: snapshot)
    }
}
