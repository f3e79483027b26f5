package import KeychainSync
internal import Synchronization

/// A mirror in memory, and the files that were read from it.
package final class MemoryMirror: MirrorSource {
    private struct Content {
        var files: [String: [UInt8]] = [:]
        var reads: [String] = []
        var lie: (@Sendable (String, [UInt8]?) -> [UInt8]?)?
    }

    private let content = Mutex(Content())

    package init() {}

    package var files: [String: [UInt8]] {
        get { content.withLock { $0.files } }
        set { content.withLock { $0.files = newValue } }
    }

    package var reads: [String] { content.withLock { $0.reads } }

    package func forgetReads() { content.withLock { $0.reads = [] } }

    /// The change that a hostile server makes to what it is asked for.
    package func lie(_ lie: (@Sendable (String, [UInt8]?) -> [UInt8]?)?) {
        content.withLock { $0.lie = lie }
    }

    package func read(
        _ paths: [String],
        limit: Int
    ) async throws(EngineFailure) -> [String: [UInt8]] {
        let found = content.withLock { content in
            content.reads += paths
            var found: [String: [UInt8]] = [:]
            for path in paths {
                let file = content.files[path]
                found[path] = content.lie.map { $0(path, file) } ?? file
            }
            return found
        }
        guard found.values.allSatisfy({ $0.count <= limit }) else { throw .unavailable }
        return found
    }

    /// Writes a publication, and removes what neither of both states has.
    package func take(_ publication: MirrorPublication) {
        content.withLock { content in
            content.files.merge(publication.files) { $1 }
            content.files[MirrorPath.stamp] = publication.stamp
            let kept = publication.present.union(publication.former).union([MirrorPath.stamp])
            content.files = content.files.filter { kept.contains($0.key) }
        }
    }
}
