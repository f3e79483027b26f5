internal import Synchronization

/// The engine over a mirror: reads the files that a member has published, and cannot write.
///
/// Every object is compared with its digest, which leads back to the stamp. Who made the stamp, and when,
/// is checked by the log (``VaultLog``), as everything that an engine shows.
package final class MirrorEngine: VaultEngine {
    /// The most bytes that a server can send for the objects that are read at once.
    private static let longestReading = 16 << 20
    /// The objects that are kept for the next call, in bytes.
    private static let longestMemory = 4 << 20

    private struct Memory: ~Copyable {
        var nodes: [MirrorTree.Link: MirrorTree.Node] = [:]
        var length = 0
        var trouble: EngineTrouble?
    }

    private let source: any MirrorSource
    private let memory = Mutex(Memory())

    package init(_ source: any MirrorSource) { self.source = source }

    package var isMirror: Bool { true }

    /// The trouble of the last call with the files that were read; `nil` if there was none.
    package var trouble: EngineTrouble? { memory.withLock { $0.trouble } }

    package func snapshot() async throws(EngineFailure) -> VaultSnapshot {
        note(nil)
        let path = MirrorPath.stamp
        let bytes = try await source.read([path], limit: MirrorStamp.length)[path]
        guard let bytes, MirrorStamp(bytes) != nil else {
            note(.noMirror)
            throw .unavailable
        }
        return VaultSnapshot(VaultPath.digits(bytes))
    }

    package func read(
        _ paths: [String],
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        let (stamp, bytes) = try Self.stamp(snapshot)
        let wanted = Set(paths)
        var files = try await files(below: stamp.root) { beginning in
            wanted.contains { $0.utf8.starts(with: beginning) }
        } isWanted: {
            wanted.contains($0)
        }
        files[VaultPath.stamp] = wanted.contains(VaultPath.stamp) ? bytes : nil
        return files
    }

    package func list(
        _ folder: String,
        of snapshot: VaultSnapshot
    ) async throws(EngineFailure) -> [String] {
        let start = Array((folder + "/").utf8)
        let stamp = try Self.stamp(snapshot).stamp
        let found = try await files(below: stamp.root) { beginning in
            start.starts(with: beginning) || beginning.starts(with: start)
        } isWanted: {
            $0.utf8.starts(with: start)
        }
        return Array(found.keys)
    }

    /// Refuses, because no reader can write to a mirror.
    package func commit(
        _ changes: [VaultFileChange],
        onto snapshot: VaultSnapshot
    ) async -> CommitOutcome { .refused }

    package func forget(_ paths: [String], of snapshot: VaultSnapshot) async -> Bool { false }

    private static func stamp(
        _ snapshot: VaultSnapshot
    ) throws(EngineFailure) -> (stamp: MirrorStamp, bytes: [UInt8]) {
        guard let bytes = MirrorPath.bytes(snapshot.name), let stamp = MirrorStamp(bytes) else {
            throw .compacted
        }
        return (stamp, bytes)
    }

    private func note(_ trouble: EngineTrouble?) { memory.withLock { $0.trouble = trouble } }
}

// MARK: The tree

extension MirrorEngine {
    /// Reads files.
    ///
    /// - Parameters:
    ///   - root: The root of the tree.
    ///   - leads: Whether a path that is wanted can have this beginning.
    ///   - isWanted: Whether a path is wanted.
    /// - Returns: The wanted files that there are.
    /// - Throws: ``EngineFailure/compacted`` if an object is missing, or ``EngineFailure/unavailable``.
    private func files(
        below root: MirrorTree.Link,
        leads: (ArraySlice<UInt8>) -> Bool,
        isWanted: (String) -> Bool
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var level: [(beginning: [UInt8], link: MirrorTree.Link)] = [([], root)]
        while !level.isEmpty {
            let nodes = try await nodes(Set(level.map(\.link)))
            var next: [(beginning: [UInt8], link: MirrorTree.Link)] = []
            for (beginning, link) in level {
                switch nodes[link] {
                case .pack(let packed)?:
                    for (rest, bytes) in packed {
                        let path = String(decoding: beginning + rest, as: UTF8.self)
                        if isWanted(path) { files[path] = bytes }
                    }
                case .branch(let links)?:
                    for (part, link) in links {
                        let path = beginning + part
                        guard path.count <= MirrorTree.longestPath, leads(path[...]) else {
                            continue
                        }
                        next.append((path, link))
                        guard next.count <= MirrorTree.mostPlaces else {
                            note(.alteredMirror)
                            throw .unavailable
                        }
                    }
                case nil: throw .compacted
                }
            }
            level = next
        }
        return files
    }

    /// Reads objects.
    private func nodes(
        _ links: Set<MirrorTree.Link>
    ) async throws(EngineFailure) -> [MirrorTree.Link: MirrorTree.Node] {
        var nodes: [MirrorTree.Link: MirrorTree.Node] = [:]
        memory.withLock { memory in for link in links { nodes[link] = memory.nodes[link] } }
        var rest = links.filter { nodes[$0] == nil }.sorted { one, other in
            one.length != other.length
                ? one.length < other.length : one.digest.lexicographicallyPrecedes(other.digest)
        }[...]
        while !rest.isEmpty {
            // What a server sends is bounded by the longest of them.
            let most = rest.enumerated().prefix { place, link in
                place == 0 || (place + 1) * Int(link.length) <= Self.longestReading
            }
            let page = Array(rest.prefix(most.count))
            rest = rest.dropFirst(page.count)
            for (link, node) in try await read(page) { nodes[link] = node }
        }
        return nodes
    }

    private func read(
        _ page: [MirrorTree.Link]
    ) async throws(EngineFailure) -> [(MirrorTree.Link, MirrorTree.Node)] {
        let longest = page.map(\.length).max() ?? 0
        let files = try await source.read(page.map(\.path), limit: Int(longest))
        var read: [(MirrorTree.Link, MirrorTree.Node)] = []
        for link in page {
            guard let bytes = files[link.path] else {
                // Perhaps a newer state has taken its place: the stamp shows it.
                note(.incompleteMirror)
                throw .compacted
            }
            guard MirrorTree.Link(to: bytes) == link, let node = MirrorTree.Node(bytes) else {
                note(.alteredMirror)
                throw .unavailable
            }
            read.append((link, node))
        }
        memory.withLock { memory in
            let length = page.reduce(0) { $0 + Int($1.length) }
            if memory.length + length > Self.longestMemory {
                (memory.nodes, memory.length) = ([:], 0)
            }
            guard length <= Self.longestMemory else { return }
            for (link, node) in read { memory.nodes[link] = node }
            memory.length += length
        }
        return read
    }
}
