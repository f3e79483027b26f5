@_spi(Keepers) internal import PortableKeychain

/// One entry of the log, signed by its author: which records a commit replaced, or a cut.
struct SignedEntry: SyncSigned, Sendable, Equatable {
    struct Change: Sendable, Equatable {
        let id: ItemID
        /// The digest of the record; `nil` if it was removed.
        let record: [UInt8]?
    }

    enum Content: Sendable, Equatable {
        /// The replaced records by name, in order, and the number of this commit among those of its
        /// author, from 1.
        case commit(number: UInt64, [Change])
        /// The entries before this one are removed: the digest of the snapshot that stands for them.
        case cut([UInt8])
    }

    static let version: UInt8 = 2

    let sequence: UInt64
    /// The digest of the entry before; zero for the first one.
    let previous: [UInt8]
    /// The digest of the newest entry of the members.
    let membership: [UInt8]
    let author: DeviceID
    let content: Content
    var signature: [UInt8] = []

    init(
        _ attempt: CommitAttempt,
        previous: [UInt8],
        membership: [UInt8]
    ) {
        let changes = attempt.changes.map { change in
            Change(id: change.id, record: change.record.map { SyncDigest.of($0) })
        }
        self.init(
            .commit(number: attempt.number, changes.sorted { $0.id < $1.id }),
            by: attempt.author,
            at: attempt.sequence,
            previous: previous,
            membership: membership
        )
    }

    init(
        _ content: Content,
        by author: DeviceID,
        at sequence: UInt64,
        previous: [UInt8],
        membership: [UInt8]
    ) {
        (self.content, self.author, self.sequence) = (content, author, sequence)
        (self.previous, self.membership) = (previous, membership)
    }

    /// The records that it replaced; none if it is a cut.
    var changes: [Change] {
        if case .commit(_, let changes) = content { changes } else { [] }
    }

    static var label: [UInt8] { SyncLabels.entry }

    /// The entry as a round reads it.
    var logEntry: LogEntry { LogEntry(sequence: sequence, ids: changes.map(\.id)) }
}

// MARK: Bytes

extension SignedEntry {
    var unsigned: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.integer(sequence)
        writer.raw(previous)
        writer.raw(membership)
        writer.raw(author.bytes)
        switch content {
        case .commit(let number, let changes):
            writer.integer(UInt8(1))
            writer.integer(number)
            writer.integer(UInt16(changes.count))
            for change in changes {
                writer.raw(change.id.bytes)
                writer.integer(UInt8(change.record == nil ? 0 : 1))
                if let record = change.record { writer.raw(record) }
            }
        case .cut(let snapshot):
            writer.integer(UInt8(2))
            writer.raw(snapshot)
        }
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// A digest of the commit's replacements, the same whenever and wherever it was made.
    var contentDigest: [UInt8] {
        SyncDigest.of(changes.flatMap { $0.id.bytes + ($0.record.map { [1] + $0 } ?? [0]) })
    }

    /// Reads an entry; `nil` for any other bytes.
    init?(_ bytes: SecretBytes) {
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try SignedEntry(reading: bytes)
        }
        guard let read else { return nil }
        self = read
    }

    private init(reading bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        let malformed = KeychainError(.corrupt, reason: "An entry of the log is malformed.")
        var reader = ByteReader(bytes)
        guard try reader.integer(UInt8.self) == Self.version else { throw malformed }
        sequence = try reader.integer()
        previous = try reader.array(SyncDigest.length)
        membership = try reader.array(SyncDigest.length)
        author = try reader.identifier()
        switch try reader.integer(UInt8.self) {
        case 1: content = .commit(number: try reader.integer(), try reader.changes())
        case 2: content = .cut(try reader.array(SyncDigest.length))
        default: throw malformed
        }
        signature = try reader.array(MembershipEntry.signatureLength)
        try reader.finish()
    }
}

extension ByteReader {
    fileprivate mutating func changes() throws(KeychainError) -> [SignedEntry.Change] {
        let malformed = KeychainError(.corrupt, reason: "The changes of a commit are malformed.")
        let count = Int(try integer(UInt16.self))
        guard (1...CommitAttempt.maximumCount).contains(count) else { throw malformed }
        var changes: [SignedEntry.Change] = []
        for _ in 0..<count {
            let id: ItemID = try identifier()
            let mark: UInt8 = try integer()
            guard mark <= 1 else { throw malformed }
            let record = mark == 1 ? try array(SyncDigest.length) : nil
            changes.append(SignedEntry.Change(id: id, record: record))
        }
        guard zip(changes, changes.dropFirst()).allSatisfy({ $0.id < $1.id }) else {
            throw malformed
        }
        return changes
    }
}

extension SignedEntry {
    /// The entry as the engine has it.
    func sealed(
        under key: SyncSecret,
        in vault: VaultID,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        try key.seal(
            SecretBytes(encoded),
            SyncLabels.entry,
            context: Self.context(vault, sequence),
            entropy: entropy
        )
    }

    /// Opens the entry of a place in the log; `nil` for any other bytes.
    init?(_ sealed: [UInt8], at sequence: UInt64, under key: SyncSecret, in vault: VaultID) {
        let context = Self.context(vault, sequence)
        guard let plain = key.open(sealed, SyncLabels.entry, context: context) else { return nil }
        self.init(plain)
    }

    static func context(_ vault: VaultID, _ sequence: UInt64) -> [UInt8] {
        vault.bytes + withUnsafeBytes(of: sequence.bigEndian) { Array($0) }
    }
}
