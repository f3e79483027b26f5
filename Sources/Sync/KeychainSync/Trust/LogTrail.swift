internal import PortableKeychain

/// The digests of the newest entries of the log that were verified.
///
/// If the engine loses entries, they alone say which: an admin that accepts the loss signs them, and
/// the other members find their own place among them.
struct LogTrail: Sendable, Equatable {
    /// The most digests that are kept.
    static let maximumCount = 8192
    /// The number of digests in one row.
    private static let pageLength: UInt64 = 128
    static let stateKind = "trail"

    /// The sequence of the first digest.
    private(set) var first: UInt64 = 1
    private(set) var digests: [[UInt8]] = []

    /// The sequence after the last digest.
    var end: UInt64 { first + UInt64(digests.count) }

    /// The digest of an entry; `nil` if it is not known.
    subscript(sequence: UInt64) -> [UInt8]? {
        sequence >= first && sequence < end ? digests[Int(sequence - first)] : nil
    }

    /// The digests from one entry on; `nil` if not all of them are known.
    subscript(from sequence: UInt64) -> [[UInt8]]? {
        guard sequence >= first, sequence <= end else { return nil }
        return Array(digests[Int(sequence - first)...])
    }

    /// The sequence of the first entry that another trail does not share.
    ///
    /// If they share none of those that are known, it is before the first one.
    func fork(with other: LogTrail) -> UInt64 {
        var sequence = end
        while sequence > first, self[sequence - 1] != other[sequence - 1] { sequence -= 1 }
        return sequence > first || first == 1 ? sequence : 0
    }

    /// Adds the digest of the next entry, or begins with it.
    mutating func append(_ position: MembershipEntry.Position) {
        if position.sequence != end { (first, digests) = (position.sequence, []) }
        digests.append(position.hash)
        guard digests.count > Self.maximumCount else { return }
        let rest = Self.pageLength - first % Self.pageLength
        digests.removeFirst(Int(rest))
        first += rest
    }

    /// Begins with the digests before a cut.
    init(_ snapshot: LogSnapshot) {
        first = snapshot.sequence - UInt64(snapshot.trail.count)
        digests = snapshot.trail
    }

    init() {}
}

// MARK: As it is stored

extension LogTrail {
    /// Reads the stored digests, as far as they come one after another.
    init(_ state: [SyncStateName: SecretBytes]) throws(KeychainError) {
        let rows = state.filter { $0.key.kind == Self.stateKind }
            .sorted { $0.key.id.lexicographicallyPrecedes($1.key.id) }
        for (_, bytes) in rows {
            try bytes.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                var sequence: UInt64 = try reader.integer()
                while reader.remaining > 0 {
                    let hash = try reader.array(SyncDigest.length)
                    append(MembershipEntry.Position(sequence: sequence, hash: hash))
                    sequence += 1
                }
            }
        }
    }

    private var pages: [UInt64: SyncStateChange] {
        var pages: [UInt64: SyncStateChange] = [:]
        var start = first
        while start < end {
            let page = start / Self.pageLength
            let next = min(end, (page + 1) * Self.pageLength)
            var writer = SecretEncoder()
            writer.integer(start)
            for digest in digests[Int(start - first)..<Int(next - first)] { writer.raw(digest) }
            pages[page] = .put(Self.name(page), writer.finished())
            start = next
        }
        return pages
    }

    private static func name(_ page: UInt64) -> SyncStateName {
        SyncStateName(kind: stateKind, id: withUnsafeBytes(of: page.bigEndian) { Array($0) })
    }

    /// The rows that differ from those of another trail.
    func rows(beyond other: LogTrail) -> [SyncStateChange] {
        guard self != other else { return [] }
        let mine = pages
        let changed = mine.keys.sorted().filter { !hasSame($0, other) }
        let gone = other.pages.keys.sorted().filter { mine[$0] == nil }
        return changed.compactMap { mine[$0] } + gone.map { .remove(Self.name($0)) }
    }

    private func hasSame(_ page: UInt64, _ other: LogTrail) -> Bool {
        let places = page * Self.pageLength..<(page + 1) * Self.pageLength
        return places.allSatisfy { self[$0] == other[$0] }
    }
}
