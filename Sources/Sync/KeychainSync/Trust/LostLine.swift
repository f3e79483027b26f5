internal import PortableKeychain

/// The entries of a vault that an engine has lost, as an admin knew them.
package struct LostLine: Sendable, Equatable {
    /// Entries of one chain, one after another.
    struct Part: Sendable, Equatable {
        /// The number of the first one.
        let first: UInt64
        let digests: [[UInt8]]

        /// The digest of an entry; `nil` if it was not lost, or its digest was not known.
        subscript(number: UInt64) -> [UInt8]? {
            guard number >= first, number - first < UInt64(digests.count) else { return nil }
            return digests[Int(number - first)]
        }
    }

    /// The most entries that one statement names, so that it is no longer than a file may be.
    static let maximumCount = 2 * LogTrail.maximumCount

    let log: Part
    let members: Part

    /// Whether it names entries, and only such as could follow the entries before a place.
    func mayFollow(_ position: MembershipEntry.Position, members count: UInt64) -> Bool {
        !(log.digests.isEmpty && members.digests.isEmpty)
            && log.first >= 1 && log.first - 1 <= position.sequence
            && members.first >= 1 && members.first <= count
    }
}

// MARK: Bytes

extension LostLine {
    func encode(into writer: inout SecretEncoder) {
        for part in [log, members] {
            writer.integer(part.first)
            writer.integer(UInt32(part.digests.count))
            for digest in part.digests { writer.raw(digest) }
        }
    }

    init(_ reader: inout ByteReader) throws(KeychainError) {
        let log = try Part(&reader)
        self.init(log: log, members: try Part(&reader))
        guard log.digests.count + members.digests.count <= Self.maximumCount else {
            throw KeychainError(.corrupt, reason: "A statement names too many entries.")
        }
    }
}

extension LostLine.Part {
    fileprivate init(_ reader: inout ByteReader) throws(KeychainError) {
        first = try reader.integer()
        let count: UInt32 = try reader.integer()
        guard Int(count) * SyncDigest.length <= reader.remaining else {
            throw KeychainError(.corrupt, reason: "A statement ends too early.")
        }
        var digests: [[UInt8]] = []
        for _ in 0..<count { digests.append(try reader.array(SyncDigest.length)) }
        self.digests = digests
    }
}
