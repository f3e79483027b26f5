internal import Synchronization

/// An engine that reports the number of items that have passed, for users who wait.
package struct ObservedEngine: VaultEngine {
    /// The number of items received and sent so far.
    package struct Traffic: Sendable, Equatable {
        package var received = 0
        package var sent = 0
    }

    private final class Count: Sendable {
        let traffic = Mutex(Traffic())
    }

    private let base: any VaultEngine
    private let count = Count()
    private let report: @Sendable (Traffic) -> Void

    /// - Parameters:
    ///   - base: The engine.
    ///   - report: Called after each page of items that was received, and each commit of items that
    ///     the engine says it has taken.
    package init(_ base: any VaultEngine, report: @escaping @Sendable (Traffic) -> Void) {
        (self.base, self.report) = (base, report)
    }

    package var isMirror: Bool { base.isMirror }

    private func note(_ paths: some Sequence<String>, _ direction: WritableKeyPath<Traffic, Int>) {
        let items = paths.count { $0.hasPrefix(VaultPath.items + "/") }
        guard items > 0 else { return }
        let traffic = count.traffic.withLock { traffic in
            traffic[keyPath: direction] += items
            return traffic
        }
        report(traffic)
    }

    package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        try await base.snapshot()
    }

    package func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        let files = try await base.read(paths, of: snapshot)
        note(files.keys, \.received)
        return files
    }

    package func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        try await base.list(folder, of: snapshot)
    }

    package func others(in snapshot: VaultSnapshot) async throws(EngineFailure) -> [String] {
        try await base.others(in: snapshot)
    }

    package func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        let outcome = await base.commit(changes, onto: snapshot)
        if outcome == .committed { note(changes.map(\.path), \.sent) }
        return outcome
    }

    package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool {
        await base.forget(paths, of: snapshot)
    }
}
