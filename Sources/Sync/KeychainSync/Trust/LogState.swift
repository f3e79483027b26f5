internal import PortableKeychain

/// The state to which a log has led: the records that it names.
///
/// A reader keeps it beside its place in the log, because the entries before a cut are gone.
struct LogState: Sendable, Equatable {
    /// A record, as the newest entry that names it does.
    struct Record: Sendable, Equatable {
        /// The epoch of that entry, under whose keys the record is sealed.
        let epoch: UInt32
        /// The digest of the record.
        let digest: [UInt8]
    }

    static let stateKind = "named"

    /// The records by the first byte of their names: each is a row, so a commit writes few.
    private var pages: [UInt8: [ItemID: Record]] = [:]
    /// The number of records of each epoch.
    private var counts: [UInt32: Int] = [:]

    init() {}

    init(_ records: [(id: ItemID, record: Record)]) {
        for (id, record) in records { replace(id, by: record) }
    }

    subscript(id: ItemID) -> Record? { pages[Self.page(id)]?[id] }

    /// The number of records.
    var count: Int { counts.values.reduce(0, +) }

    /// The epochs of the records.
    var epochs: Set<UInt32> { Set(counts.keys) }

    /// The names of all records, in order.
    var ids: [ItemID] { pages.values.flatMap(\.keys).sorted() }

    /// The names of the records of earlier epochs, in order.
    func ids(before epoch: UInt32) -> [ItemID] {
        guard epochs.contains(where: { $0 < epoch }) else { return [] }
        return ids.filter { self[$0].map { $0.epoch < epoch } ?? false }
    }

    /// The digests of all records.
    var digests: [ItemID: [UInt8]] {
        var digests: [ItemID: [UInt8]] = [:]
        digests.reserveCapacity(count)
        for page in pages.values { for (id, record) in page { digests[id] = record.digest } }
        return digests
    }

    /// Follows a commit that was made in an epoch.
    mutating func follow(_ changes: [SignedEntry.Change], in epoch: UInt32) {
        for change in changes {
            replace(change.id, by: change.record.map { Record(epoch: epoch, digest: $0) })
        }
    }

    private mutating func replace(_ id: ItemID, by record: Record?) {
        let page = Self.page(id)
        if let old = pages[page]?[id] {
            let rest = counts[old.epoch, default: 1] - 1
            counts[old.epoch] = rest == 0 ? nil : rest
        }
        pages[page, default: [:]][id] = record
        if pages[page]?.isEmpty == true { pages[page] = nil }
        if let record { counts[record.epoch, default: 0] += 1 }
    }

    private static func page(_ id: ItemID) -> UInt8 { id.bytes[0] }
}

// MARK: As it is stored

extension LogState {
    /// The records in a row.
    struct Page: Sendable {
        fileprivate let records: [ItemID: Record]
        fileprivate let counts: [UInt32: Int]
    }

    /// The records that a row has.
    ///
    /// - Parameters:
    ///   - name: The name of the row.
    ///   - bytes: Its content.
    /// - Returns: The records; `nil` if the row has others than those whose names begin as it says.
    func page(_ name: SyncStateName, as bytes: SecretBytes?) -> Page? {
        guard name.id.count == 1, let records = pages[name.id[0]],
            bytes?.count == records.count * Self.recordLength
        else { return nil }
        let counts = records.values.reduce(into: [:]) { $0[$1.epoch, default: 0] += 1 }
        return Page(records: records, counts: counts)
    }

    private static let recordLength = 16 + 4 + SyncDigest.length

    /// Reads the stored records, without the rows that are as they were.
    init(_ opened: OpenedState) throws(KeychainError) {
        for (name, bytes) in opened.rows where name.kind == Self.stateKind {
            if let page = opened.page(name), let number = name.id.first, pages[number] == nil {
                pages[number] = page.records
                counts.merge(page.counts, uniquingKeysWith: +)
                continue
            }
            try bytes.withUnsafeBytes { bytes throws(KeychainError) in
                var reader = ByteReader(bytes)
                while reader.remaining > 0 {
                    let (id, record) = try reader.namedRecord()
                    replace(id, by: record)
                }
            }
        }
    }

    /// The rows that differ from those of another state.
    func rows(beyond other: LogState) -> [SyncStateChange] {
        Set(pages.keys).union(other.pages.keys).sorted().compactMap { number in
            let name = SyncStateName(kind: Self.stateKind, id: [number])
            guard let page = pages[number] else { return .remove(name) }
            guard page != other.pages[number] else { return nil }
            var writer = SecretEncoder()
            for (id, record) in page.inOrderOfKeys() {
                writer.namedRecord(id, record)
            }
            return .put(name, writer.finished())
        }
    }
}

extension SecretEncoder {
    mutating func namedRecord(_ id: ItemID, _ record: LogState.Record) {
        raw(id.bytes)
        integer(record.epoch)
        raw(record.digest)
    }
}

extension ByteReader {
    mutating func namedRecord() throws(KeychainError) -> (id: ItemID, record: LogState.Record) {
        let id: ItemID = try identifier()
        let epoch: UInt32 = try integer()
        return (id, LogState.Record(epoch: epoch, digest: try array(SyncDigest.length)))
    }
}
