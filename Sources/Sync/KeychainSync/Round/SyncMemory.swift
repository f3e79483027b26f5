internal import PortableKeychain

/// The state that a synchronizer keeps between its rounds, so that it opens only changed rows.
///
/// Without it a round takes longer, and does the same. It holds no plaintext: sealed records, and
/// marks of rows.
package struct SyncMemory: Sendable {
    /// The rows of synchronization's state that a reading has opened, and the mark at which it began.
    struct Reading: Sendable {
        /// The mark of the store before it was read; `nil` if it has none.
        let mark: [UInt8]?
        /// The rows that need not be opened if they are as they were.
        let known: RowMarks
        /// The opened rows, and those known ones that are not as they were.
        let rows: SyncStateRows
        /// Whether state about items was read, too.
        let isWhole: Bool
    }

    /// The device's knowledge of the log.
    private(set) var ledger = SyncLedger()
    /// The rows of state that the ledger has.
    private var stateRows: [RowMark: SyncStateName] = [:]
    private var stateMarks: RowMarks = []
    /// The marks of those with sealed records or digests alone, of which there are many.
    private(set) var recordMarks: RowMarks = []
    /// The marks of the others.
    private var otherMarks: Set<RowMark> = []
    /// The mark of the store before state was last read.
    private var readAt: [UInt8]?
    /// The mark of others at which all state is known.
    private(set) var stateMark: [UInt8]?
    /// The mark of others at which all rows of items are known, besides those of unsettled items.
    private(set) var itemsMark: [UInt8]?
    /// The names of rows that were stored since state was last read.
    private var stored: Set<SyncStateName> = []
    /// The rows with the digests of all records, which are many and mostly stay the same.
    private(set) var digestRows: [RowMark: SyncStateRows.Row] = [:]
    /// The rows whose items had nothing to do when they were last compared with the log.
    private var settled: [RowMark: ItemID] = [:]
    private var settledRows: [ItemID: RowMark] = [:]
    /// The marks of these rows.
    private(set) var settledMarks: RowMarks = []
    /// The items that the ledger knows, without those of settled rows.
    private(set) var unsettled: Set<ItemID> = []

    package init() {}

    /// The items that the ledger knows and that may have something to do.
    ///
    /// - Parameters:
    ///   - some: The items to leave out.
    ///   - missing: Rows that had nothing to do, and are not as they were.
    /// - Returns: The items, in their order.
    func unsettled(beyond some: Set<ItemID>, missing: [RowMark]) -> [ItemID] {
        let again = missing.compactMap { settled[$0] }.filter(ledger.knows)
        return unsettled.union(again).subtracting(some).sorted()
    }

    /// Reads the state that is stored, as far as it is not known, unless nothing has changed it since.
    mutating func refresh(
        from store: some SyncStore,
        _ rules: SyncRules = .standard
    ) throws(KeychainError) {
        if let readAt, readAt == store.presentMark { return }
        let others = store.othersMark
        try take(try store.reading(beyond: stateMarks), at: others, rules)
    }

    /// The kinds of state besides that about items.
    var kinds: Set<String> {
        Set(otherMarks.compactMap { stateRows[$0] }.filter { !SyncLedger.isOfItem($0) }.map(\.kind))
            .union([LogState.stateKind])
    }

    /// Forgets that all is known, because others write through the same store.
    mutating func lookAgain() { (stateMark, itemsMark) = (nil, nil) }

    /// Notes that all rows of items were looked at.
    ///
    /// - Parameter mark: The mark of others before; `nil` if some could not be read or compared.
    mutating func haveLooked(at mark: [UInt8]?) { itemsMark = mark }

    /// Follows a reading of all state, in which unopened rows are known, or are not about items.
    mutating func take(
        _ reading: Reading,
        at others: [UInt8]? = nil,
        _ rules: SyncRules = .standard
    ) throws(KeychainError) {
        do throws(KeychainError) { try follow(reading, rules) } catch {
            // Otherwise the next round would take the rows that were not understood for known ones.
            self = SyncMemory()
            throw error
        }
        (readAt, stateMark) = (reading.mark, others)
    }

    private mutating func follow(
        _ reading: Reading,
        _ rules: SyncRules
    ) throws(KeychainError) {
        let rows = reading.rows
        let opened = RowMarks(rows.opened.lazy.map(\.mark))
        let closed = otherMarks.filter { !reading.known.contains($0) && !opened.contains($0) }
        var gone = reading.isWhole ? stored : stored.filter { !SyncLedger.isOfItem($0) }
        stored.subtract(gone)
        for mark in rows.missing + closed {
            stateMarks.remove(mark)
            recordMarks.remove(mark)
            otherMarks.remove(mark)
            digestRows[mark] = nil
            if let name = stateRows.removeValue(forKey: mark) { gone.insert(name) }
        }
        for row in rows.opened {
            gone.remove(row.name)
            guard !stateMarks.contains(row.mark) else { continue }
            stateRows[row.mark] = row.name
            stateMarks.insert(row.mark)
            if row.name.kind == LogState.stateKind { digestRows[row.mark] = row }
            if SyncLedger.isRecord(row.name) || digestRows[row.mark] != nil {
                recordMarks.insert(row.mark)
            } else {
                otherMarks.insert(row.mark)
            }
            try note(row.name, row.bytes, rules)
        }
        for name in gone { try note(name, nil, rules) }
    }

    /// Follows changes of state that were stored.
    mutating func follow(
        _ changes: [SyncStateChange],
        _ rules: SyncRules
    ) throws(KeychainError) {
        for change in changes {
            switch change {
            case .put(let name, let bytes):
                stored.insert(name)
                try note(name, bytes, rules)
            case .remove(let name):
                stored.insert(name)
                try note(name, nil, rules)
            }
        }
    }

    /// Remembers rows whose items have nothing to do, and forgets those that are not as they were.
    mutating func settle(_ found: [(mark: RowMark, id: ItemID)], missing: [RowMark]) {
        for mark in missing {
            if let id = settled[mark] { forget(id) }
        }
        for (mark, id) in found {
            forget(id)
            settled[mark] = id
            settledRows[id] = mark
            settledMarks.insert(mark)
            unsettled.remove(id)
        }
    }

    private mutating func note(
        _ name: SyncStateName,
        _ bytes: SecretBytes?,
        _ rules: SyncRules
    ) throws(KeychainError) {
        if let id = try ledger.note(name, bytes), rules.comparesAgain { forget(id) }
        guard SyncLedger.isRecord(name), let id = ItemID(name.id) else { return }
        lookAgain(at: id)
    }

    private mutating func lookAgain(at id: ItemID) {
        if settledRows[id] == nil, ledger.knows(id) {
            unsettled.insert(id)
        } else {
            unsettled.remove(id)
        }
    }

    private mutating func forget(_ id: ItemID) {
        guard let mark = settledRows.removeValue(forKey: id) else { return }
        settled[mark] = nil
        settledMarks.remove(mark)
        lookAgain(at: id)
    }
}
