internal import PortableKeychain

/// One commit: the entry that a device wants to be the next one of the log.
///
/// It is stored before it is sent and sent only as it was stored, so that a commit whose outcome is
/// unknown can be sent again without being made twice.
package struct CommitAttempt: Sendable, Equatable {
    /// A record that a commit replaces; without bytes it removes it.
    package struct Change: Sendable, Equatable {
        package let id: ItemID
        package let record: [UInt8]?

        package init(id: ItemID, record: [UInt8]?) {
            self.id = id
            self.record = record
        }
    }

    package let author: DeviceID
    /// The number of this commit among those of its author, from 1.
    package let number: UInt64
    /// The place in the log; the commit fails unless the log ends before it.
    package let sequence: UInt64
    /// The members for which it is sealed, as the number of their changes; the commit fails if they
    /// have changed since.
    package let membership: UInt64
    package let changes: [Change]

    package init(
        author: DeviceID,
        number: UInt64,
        sequence: UInt64,
        membership: UInt64 = 0,
        changes: [Change]
    ) {
        self.author = author
        self.number = number
        self.sequence = sequence
        self.membership = membership
        self.changes = changes
    }

    /// The most records of one commit.
    package static let maximumCount = 100
    /// The most bytes of all records of one commit, so that an engine can have it in one transaction.
    package static let maximumLength = 1_100_000

    /// The first changes, as many as one commit may have: at least one, because no record is longer
    /// than a commit may be.
    static func part(of changes: some Collection<Change>) -> [Change] {
        var length = 0
        let fitting = changes.prefix(maximumCount).prefix { change in
            length += change.record?.count ?? 0
            return length <= maximumLength
        }
        return Array(fitting.isEmpty ? changes.prefix(1) : fitting)
    }
}

extension CommitAttempt {
    /// A digest of the commit's replacements (``SignedEntry/contentDigest``).
    var contentDigest: [UInt8] {
        SignedEntry(self, previous: [], membership: []).contentDigest
    }

    /// The commit as it is stored.
    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.raw(author.bytes)
        writer.integer(number)
        writer.integer(sequence)
        writer.integer(membership)
        writer.integer(UInt32(changes.count))
        for change in changes {
            writer.raw(change.id.bytes)
            writer.integer(UInt8(change.record == nil ? 0 : 1))
            writer.sized(change.record ?? [])
        }
        return writer.finished()
    }

    /// Reads a stored commit.
    init(_ encoded: SecretBytes) throws(KeychainError) {
        self = try encoded.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let author: DeviceID = try reader.identifier()
            let number: UInt64 = try reader.integer()
            let sequence: UInt64 = try reader.integer()
            let membership: UInt64 = try reader.integer()
            var changes: [Change] = []
            for _ in 0..<(try reader.integer(UInt32.self)) {
                let id: ItemID = try reader.identifier()
                let isPut = try reader.integer(UInt8.self) == 1
                let record = Array(try reader.sized())
                changes.append(Change(id: id, record: isPut ? record : nil))
            }
            try reader.finish()
            return CommitAttempt(
                author: author,
                number: number,
                sequence: sequence,
                membership: membership,
                changes: changes
            )
        }
    }
}

extension ByteReader {
    mutating func identifier<Kind>() throws(KeychainError) -> Identifier<Kind> {
        let high: UInt64 = try integer()
        return Identifier(high, try integer())
    }
}
