internal import PortableKeychain

/// The rows that a device stores when it takes another line of its vault in place of its own, so
/// that nothing it has is lost: changes that the engine has lost become edits that are sent again.
struct LineChange {
    /// The rows that replace those of the old line.
    private(set) var rows: [SyncStateChange] = []
    /// The number of items that are to be sent or deleted again.
    private(set) var sentAgain = 0

    private let ledger: SyncLedger
    private let old: VaultSealing
    private let new: VaultSealing
    /// The epochs up to this one have the same keys on both lines.
    private let sharedEpoch: UInt32

    /// The records of an item on the two lines, as digests; `nil` for none.
    private struct Named {
        /// The record that this device has read of the old line.
        let replica: [UInt8]?
        /// The record at the entry where the lines part; the outer `nil` if it is not known.
        let atFork: [UInt8]??
        /// At the end of the new line.
        let now: [UInt8]?

        /// Whether the engine has lost a change that no device has sent again yet.
        var isLost: Bool { replica != now && (atFork.map { replica != $0 } ?? true) }
        /// Whether the item was changed on the new line, to something else than its record on the
        /// old one.
        var isNew: Bool { now != replica && (atFork.map { now != $0 } ?? true) }
    }

    /// - Parameters:
    ///   - ledger: The device's knowledge of the old line, with every item settled.
    ///   - old: The keys of the old line.
    ///   - new: The keys of the new line.
    ///   - sharedEpoch: The last epoch that both have.
    init(_ ledger: SyncLedger, old: VaultSealing, new: VaultSealing, sharedEpoch: UInt32) {
        (self.ledger, self.old, self.new) = (ledger, old, new)
        self.sharedEpoch = sharedEpoch
    }

    /// The items whose records of the new line are needed.
    static func needed(
        _ ledger: SyncLedger,
        _ now: [ItemID: [UInt8]]
    ) -> [ItemID: [UInt8]] {
        now.filter { id, digest in ledger.records[id].map { SyncDigest.of($0) } != digest }
    }

    /// Adds the rows of all items.
    ///
    /// - Parameters:
    ///   - atFork: The digests of the records where the lines part; `nil` if the new line was cut
    ///     since, so that they are not known.
    ///   - now: The records at the end of the new line.
    ///   - records: The records that ``needed(_:_:)`` names.
    /// - Throws: Any error of opening and sealing records.
    mutating func add(
        _ atFork: [ItemID: [UInt8]]?,
        _ now: [ItemID: [UInt8]],
        _ records: [ItemID: [UInt8]]
    ) throws(KeychainError) {
        let ids = Set(ledger.records.keys).union(atFork?.keys.map { $0 } ?? []).union(now.keys)
            .union(ledger.pending.keys)
        for id in ids.sorted() {
            let replica = ledger.records[id]
            let named = Named(
                replica: replica.map { SyncDigest.of($0) },
                atFork: atFork.map { $0[id] },
                now: now[id]
            )
            let record = named.now == nil ? nil : records[id] ?? replica
            try add(id, named, replica, record)
        }
    }

    private mutating func add(
        _ id: ItemID,
        _ named: Named,
        _ replica: [UInt8]?,
        _ record: [UInt8]?
    ) throws(KeychainError) {
        if record != replica { rows.append(.replica(id, record)) }
        let waiting = ledger.pending[id]
        guard named.isLost else {
            if named.isNew, ledger.basis(of: id) == .replica {
                rows.append(.basis(id, replica.map { .record($0) } ?? .nothing))
            }
            if let waiting { rows.append(.pending(id, try resealed(waiting, id))) }
            return
        }
        // The record that both lines have is what the lost edit was made on. If the new line has a later
        // one, what both were made on is gone, and they meet as strangers.
        rows.append(.basis(id, named.isNew ? .nothing : .replica))
        sentAgain += 1
        if let edited = waiting ?? replica {
            rows.append(.pending(id, try resealed(edited, id)))
        } else if !named.isNew {
            rows.append(.gone(id, true))
        }
    }

    /// A record under keys of the new line; `nil` if this device cannot open it.
    private func resealed(_ record: [UInt8], _ id: ItemID) throws(KeychainError) -> [UInt8]? {
        if let epoch = VaultSealing.epoch(of: record), epoch <= sharedEpoch { return record }
        let body: SecretBytes
        do throws(KeychainError) { body = try old.open(record, of: id) } catch {
            guard error.code != .locked else { throw error }
            return nil
        }
        return try new.seal(body, of: id, whenUnlocked: old.needsUnlock(record))
    }
}
