package import KeychainSync
internal import Synchronization

/// An engine in memory, which remembers how each state that it ever had came about, and, where that is wanted, its
/// files.
package final class MemoryVault: Sendable {
    package struct State: Sendable {
        package fileprivate(set) var files: [String: [UInt8]]
        /// The state that it was committed onto.
        package let parent: Int?
    }

    private struct Content {
        var states = [State(files: [:], parent: nil)]
        /// The newest state of the main line.
        var tip = 0
    }

    private let content = Mutex(Content())
    private let keepsFiles: Bool

    /// Makes an empty engine.
    ///
    /// - Parameter keepsFiles: Whether it keeps the files of earlier states. A copy for each state would cost most of
    ///   the time and memory of a measurement with many items.
    package init(keepsFiles: Bool = true) { self.keepsFiles = keepsFiles }

    package var tip: Int { content.withLock { $0.tip } }

    package func state(_ index: Int) -> State { content.withLock { $0.states[index] } }

    package var states: [State] { content.withLock { $0.states } }

    /// Commits onto the newest state of the main line, or of another one.
    ///
    /// - Returns: The new state; `nil` if there was a newer one.
    package func commit(_ changes: [VaultFileChange], onto index: Int, line: Int? = nil) -> Int? {
        content.withLock { content in
            guard index == line ?? content.tip else { return nil }
            var files = content.states[index].files
            if !keepsFiles { content.states[index].files = [:] }
            for change in changes { files[change.path] = change.bytes }
            content.states.append(State(files: files, parent: index))
            if line == nil { content.tip = content.states.count - 1 }
            return content.states.count - 1
        }
    }

    /// Puts the main line back to an earlier state, as a person does who restores a copy.
    package func restore(_ index: Int) { content.withLock { $0.tip = index } }

    /// Whether a state came from another one.
    package func descends(_ index: Int, from ancestor: Int) -> Bool {
        content.withLock { content in
            var place: Int? = index
            while let present = place, present > ancestor { place = content.states[present].parent }
            return place == ancestor
        }
    }
}

/// The view that one device has of a vault: as it is, as a network shows it, or as a hostile engine
/// does.
///
/// `@unchecked Sendable`: a simulation runs in one task.
package final class VaultView: VaultEngine, @unchecked Sendable {
    package typealias Files = [String: [UInt8]]

    package private(set) var vault: MemoryVault
    /// The change that a hostile engine makes to the files.
    package var lie: ((Files) -> Files)?
    /// The newest state of the line that only this device is shown.
    package var line: Int?
    /// The state that is shown instead of the newest one.
    package var frozen: Int?
    /// The fault of the next commit.
    package var fault: Fault?
    /// The fault of the call after that.
    package var laterFault: Fault?
    /// The bytes of all files that were read.
    package private(set) var readBytes = 0
    /// Copies of commits that can arrive later.
    package var late: [(changes: [VaultFileChange], onto: Int)] = []

    package enum Fault: Sendable { case lostRequest, lostAnswer, lateCopy, away }

    package init(_ vault: MemoryVault) { self.vault = vault }

    /// Shows another vault from now on.
    package func move(to other: MemoryVault) { vault = other }

    package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        if case .away = fault {
            fault = nil
            throw .unavailable
        }
        return VaultSnapshot(String(frozen ?? line ?? vault.tip))
    }

    private func files(_ snapshot: VaultSnapshot) -> Files {
        let files = vault.state(Int(snapshot.name) ?? 0).files
        return lie.map { $0(files) } ?? files
    }

    package func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        let files = files(snapshot)
        let found = Dictionary(
            uniqueKeysWithValues: paths.compactMap { path in
                files[path].map { (path, $0) }
            }
        )
        readBytes += found.values.reduce(0) { $0 + $1.count }
        return found
    }

    package func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        files(snapshot).keys.filter { $0.hasPrefix(folder + "/") }.sorted()
    }

    package func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome {
        guard let index = Int(snapshot.name), changes.allSatisfy(\.isStorable) else {
            return .refused
        }
        // A hostile engine says what it likes.
        guard lie == nil else { return .committed }
        let fault = fault
        (self.fault, laterFault) = (laterFault, nil)
        switch fault {
        case .lostRequest, .away: return .unknown
        case .lateCopy:
            late.append((changes, index))
            return .unknown
        case .lostAnswer, nil: break
        }
        guard let state = vault.commit(changes, onto: index, line: line) else { return .refused }
        if line != nil { line = state }
        return fault == nil ? .committed : .unknown
    }

    /// Lets a copy of an earlier commit arrive.
    package func deliver() {
        guard !late.isEmpty else { return }
        let copy = late.removeFirst()
        _ = vault.commit(copy.changes, onto: copy.onto)
    }
}
