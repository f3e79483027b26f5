internal import PortableKeychain

/// The files of a vault as objects that never change, each named by its digest.
///
/// An object is a *pack* with all files whose paths have one beginning, or a *branch* that names the
/// objects with the paths that continue it. So a small change makes a few small objects, a new reader
/// asks for far fewer objects than there are files, and one digest names all of the files.
package enum MirrorTree {
    /// The length of the files from which they are in more than one pack, in bytes.
    static let packLength = 16_384
    /// The longest object: a snapshot or the keys of many members are files of a pack of their own.
    package static let longestObject = 17 << 20
    /// The most places of a tree that are looked at in one reading: objects can be in many places of it, so
    /// a few small ones can make a tree without end.
    static let mostPlaces = 1 << 17
    /// The longest path; each branch makes it longer, so this also bounds the depth.
    static let longestPath = 128

    /// The name of an object, and its length.
    struct Link: Sendable, Hashable {
        let length: UInt32
        let digest: [UInt8]

        /// The link to an object.
        init(to object: [UInt8]) {
            (length, digest) = (UInt32(object.count), SyncDigest.of(object))
        }

        init(length: UInt32, digest: [UInt8]) { (self.length, self.digest) = (length, digest) }

        /// Reads a link.
        init(_ reader: inout ByteReader) throws(KeychainError) {
            length = try reader.integer()
            digest = try reader.array(SyncDigest.length)
            guard length <= MirrorTree.longestObject else {
                throw KeychainError(.corrupt, reason: "An object of a mirror is too long.")
            }
        }

        /// The path of the object in a mirror.
        var path: String { MirrorPath.object(digest) }
    }

    /// The content of an object.
    enum Node: Sendable, Equatable {
        /// Files, by the rest of their paths, in ascending order.
        case pack([(rest: [UInt8], bytes: [UInt8])])
        /// Links, by the next part of the paths, in ascending order; none begins with another one.
        case branch([(part: [UInt8], link: Link)])
    }
}

// MARK: Making it

extension MirrorTree {
    /// The objects of files.
    ///
    /// - Parameter files: The files by their paths, none of which begins with another one.
    /// - Returns: The link to the root, and all objects.
    static func objects(
        of files: [String: [UInt8]]
    ) -> (root: Link, objects: [Link: [UInt8]]) {
        let sorted = files.map { (path: Array($0.key.utf8), bytes: $0.value) }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
        var objects: [Link: [UInt8]] = [:]
        let root = add(sorted[...], below: 0, to: &objects)
        return (root, objects)
    }

    /// Adds the object of files whose paths have the same first bytes.
    private static func add(
        _ files: ArraySlice<(path: [UInt8], bytes: [UInt8])>,
        below depth: Int,
        to objects: inout [Link: [UInt8]]
    ) -> Link {
        let length = files.reduce(0) { $0 + $1.path.count - depth + $1.bytes.count }
        let node: Node
        if length <= packLength || files.count == 1 {
            node = .pack(files.map { (Array($0.path[depth...]), $0.bytes) })
        } else {
            let parts = parts(of: files, below: depth)
            node = .branch(
                parts.map { part in
                    let start = part.first?.path ?? []
                    let end = part.count == 1 ? start.count : part.end
                    return (Array(start[depth..<end]), add(part.files, below: end, to: &objects))
                }
            )
        }
        let bytes = node.encoded
        let link = Link(to: bytes)
        objects[link] = bytes
        return link
    }

    /// Files whose paths have the same bytes up to an end.
    private struct Part {
        var files: ArraySlice<(path: [UInt8], bytes: [UInt8])>
        let end: Int

        var first: (path: [UInt8], bytes: [UInt8])? { files.first }
        var count: Int { files.count }
    }

    /// Parts files by the first byte in which their paths differ.
    private static func parts(
        of files: ArraySlice<(path: [UInt8], bytes: [UInt8])>,
        below depth: Int
    ) -> [Part] {
        guard let first = files.first?.path, let last = files.last?.path else { return [] }
        let common = zip(first[depth...], last[depth...]).prefix { $0 == $1 }.count
        let end = depth + common + 1
        var parts: [Part] = []
        for index in files.indices {
            let isNext =
                parts.last?.first.map { $0.path.prefix(end) != files[index].path.prefix(end) }
                ?? true
            if isNext {
                parts.append(Part(files: files[index...index], end: end))
            } else {
                let start = parts[parts.count - 1].files.startIndex
                parts[parts.count - 1].files = files[start...index]
            }
        }
        return parts
    }
}

// MARK: Bytes

extension MirrorTree.Node {
    static func == (one: Self, other: Self) -> Bool { one.encoded == other.encoded }

    var encoded: [UInt8] {
        var writer = SecretEncoder()
        switch self {
        case .pack(let files):
            writer.integer(UInt8(1))
            writer.integer(UInt32(files.count))
            for (rest, bytes) in files {
                writer.sized(rest)
                writer.sized(bytes)
            }
        case .branch(let links):
            writer.integer(UInt8(2))
            writer.integer(UInt32(links.count))
            for (part, link) in links {
                writer.sized(part)
                writer.integer(link.length)
                writer.raw(link.digest)
            }
        }
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads an object; `nil` for any other bytes.
    init?(_ bytes: [UInt8]) {
        let node = try? bytes.withUnsafeBytes { bytes throws(KeychainError) -> Self? in
            var reader = ByteReader(bytes)
            let kind: UInt8 = try reader.integer()
            let count: UInt32 = try reader.integer()
            let node: Self
            switch kind {
            case 1: node = .pack(try Self.many(count, &reader, Self.file))
            case 2: node = .branch(try Self.many(count, &reader, Self.link))
            default: return nil
            }
            try reader.finish()
            return node
        }
        guard let node = node ?? nil, node.isOrdered else { return nil }
        self = node
    }

    private static func many<Element>(
        _ count: UInt32,
        _ reader: inout ByteReader,
        _ read: (inout ByteReader) throws(KeychainError) -> Element
    ) throws(KeychainError) -> [Element] {
        var elements: [Element] = []
        // Each one needs bytes, so a false count ends with them.
        for _ in 0..<count { elements.append(try read(&reader)) }
        return elements
    }

    private static func text(_ reader: inout ByteReader) throws(KeychainError) -> [UInt8] {
        let text = Array(try reader.sized())
        guard text.count <= MirrorTree.longestPath else {
            throw KeychainError(.corrupt, reason: "A path of a mirror is too long.")
        }
        return text
    }

    private static func file(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> (rest: [UInt8], bytes: [UInt8]) {
        (try text(&reader), Array(try reader.sized()))
    }

    private static func link(
        _ reader: inout ByteReader
    ) throws(KeychainError) -> (part: [UInt8], link: MirrorTree.Link) {
        (try text(&reader), try MirrorTree.Link(&reader))
    }

    /// Whether a path can be in one place only, and a branch leads on.
    private var isOrdered: Bool {
        let names =
            switch self {
            case .pack(let files): files.map(\.rest)
            case .branch(let links): links.map(\.part)
            }
        let isAscending = zip(names, names.dropFirst()).allSatisfy {
            $0.lexicographicallyPrecedes($1)
        }
        guard case .branch = self else { return isAscending }
        return isAscending && names.count > 1
            && zip(names, names.dropFirst()).allSatisfy { !$0.isEmpty && !$1.starts(with: $0) }
    }
}
