@_spi(Keepers) internal import PortableKeychain

/// The state of a log before a cut, which stands for all entries before it
/// (`Specification/sync-format.md` §5.1).
struct LogSnapshot: Sendable, Equatable {
    /// The last commit of a device.
    struct Commit: Sendable, Equatable {
        /// Its number among those of the device.
        let number: UInt64
        /// The digest of its changes (``SignedEntry/contentDigest``).
        let digest: [UInt8]
    }

    static let version: UInt8 = 2
    /// The number of entries before a cut whose digests it keeps.
    static let trailLength = 4096

    /// The place of the cut.
    let sequence: UInt64
    let state: LogState
    /// The last commit of each device, also of former members.
    let authors: [DeviceID: Commit]
    /// The digests of the newest entries before the cut, the oldest first.
    let trail: [[UInt8]]

    /// The digest of an entry before the cut; `nil` if it is not known.
    func digest(of sequence: UInt64) -> [UInt8]? {
        let first = self.sequence - UInt64(trail.count)
        return sequence >= first && sequence < self.sequence ? trail[Int(sequence - first)] : nil
    }
}

// MARK: Bytes

extension LogSnapshot {
    var encoded: SecretBytes {
        var writer = SecretEncoder()
        writer.integer(Self.version)
        writer.integer(sequence)
        let ids = state.ids
        writer.integer(UInt32(ids.count))
        for id in ids { if let record = state[id] { writer.namedRecord(id, record) } }
        writer.integer(UInt32(authors.count))
        for (device, commit) in authors.inOrderOfKeys() {
            writer.raw(device.bytes)
            writer.integer(commit.number)
            writer.raw(commit.digest)
        }
        writer.integer(UInt32(trail.count))
        for digest in trail { writer.raw(digest) }
        return writer.finished()
    }

    /// Reads a snapshot; `nil` for any other bytes.
    init?(_ bytes: SecretBytes) {
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try LogSnapshot(reading: bytes)
        }
        guard let read else { return nil }
        self = read
    }

    private init(reading bytes: UnsafeRawBufferPointer) throws(KeychainError) {
        let malformed = KeychainError(.corrupt, reason: "A snapshot of the log is malformed.")
        var reader = ByteReader(bytes)
        guard try reader.integer(UInt8.self) == Self.version else { throw malformed }
        sequence = try reader.integer()
        var records: [(id: ItemID, record: LogState.Record)] = []
        for _ in 0..<(try reader.integer(UInt32.self)) { records.append(try reader.namedRecord()) }
        var commits: [(device: DeviceID, commit: Commit)] = []
        for _ in 0..<(try reader.integer(UInt32.self)) {
            let device: DeviceID = try reader.identifier()
            let number: UInt64 = try reader.integer()
            let digest = try reader.array(SyncDigest.length)
            commits.append((device, Commit(number: number, digest: digest)))
        }
        var trail: [[UInt8]] = []
        for _ in 0..<(try reader.integer(UInt32.self)) {
            trail.append(try reader.array(SyncDigest.length))
        }
        try reader.finish()
        guard zip(records, records.dropFirst()).allSatisfy({ $0.id < $1.id }),
            zip(commits, commits.dropFirst()).allSatisfy({ $0.device < $1.device }),
            trail.count <= Self.trailLength, UInt64(trail.count) < sequence
        else { throw malformed }
        state = LogState(records)
        authors = Dictionary(uniqueKeysWithValues: commits.map { ($0.device, $0.commit) })
        self.trail = trail
    }

    /// The digest by which an entry names the snapshot.
    var digest: [UInt8] { encoded.withUnsafeBytes { SyncDigest.of($0) } }

    /// The snapshot as the engine has it.
    func sealed(
        under key: SyncSecret,
        in vault: VaultID,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> [UInt8] {
        try key.seal(
            encoded,
            SyncLabels.snapshot,
            context: SignedEntry.context(vault, sequence),
            entropy: entropy
        )
    }

    /// Opens the snapshot of a cut; `nil` for any other bytes.
    init?(_ sealed: [UInt8], at sequence: UInt64, under key: SyncSecret, in vault: VaultID) {
        let context = SignedEntry.context(vault, sequence)
        guard let plain = key.open(sealed, SyncLabels.snapshot, context: context) else {
            return nil
        }
        self.init(plain)
        guard self.sequence == sequence else { return nil }
    }
}
