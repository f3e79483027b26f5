internal import PortableKeychain

/// The state that a synchronizer keeps between its rounds, so that it opens only changed rows.
///
/// Without it a round takes longer, and does the same. It holds no plaintext: sealed records, and
/// marks of rows.
package struct SyncMemory: Sendable {
    /// The device's knowledge of the log.
    private(set) var ledger = SyncLedger()
    /// The rows of state that the ledger has.
    private var stateRows: [RowMark: SyncStateName] = [:]
    private var stateMarks: Set<RowMark> = []
    /// The names of rows that were stored since state was last read.
    private var stored: Set<SyncStateName> = []
    /// The rows with the digests of all records, which are many and mostly stay the same.
    private(set) var digestRows: [RowMark: SyncStateRows.Row] = [:]
    /// The rows whose items had nothing to do when they were last compared with the log.
    private var settled: [RowMark: ItemID] = [:]
    private var settledRows: [ItemID: RowMark] = [:]
    /// The marks of these rows.
    private(set) var settledMarks: Set<RowMark> = []

    package init() {}

    /// The item of a row that had nothing to do.
    func settledItem(_ mark: RowMark) -> ItemID? { settled[mark] }

    /// The rows of state that contain only sealed records.
    var recordMarks: Set<RowMark> {
        Set(stateRows.lazy.filter { SyncLedger.isRecord($0.value) }.map(\.key))
    }

    /// Reads the state that is stored, as far as it is not known.
    mutating func refresh(
        from store: some SyncStore,
        _ rules: SyncRules = .standard
    ) throws(KeychainError) {
        let rows = try store.state(beyond: stateMarks)
        var gone = stored
        for mark in stateMarks.subtracting(rows.known) {
            digestRows[mark] = nil
            if let name = stateRows.removeValue(forKey: mark) { gone.insert(name) }
        }
        stateMarks = rows.known
        stored = []
        for row in rows.opened {
            gone.remove(row.name)
            stateRows[row.mark] = row.name
            if row.name.kind == LogState.stateKind { digestRows[row.mark] = row }
            stateMarks.insert(row.mark)
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
    mutating func settle(_ found: [(mark: RowMark, id: ItemID)], known: Set<RowMark>) {
        if known.count < settledMarks.count {
            for mark in settledMarks.subtracting(known) {
                if let id = settled[mark] { forget(id) }
            }
        }
        for (mark, id) in found {
            forget(id)
            settled[mark] = id
            settledRows[id] = mark
            settledMarks.insert(mark)
        }
    }

    private mutating func note(
        _ name: SyncStateName,
        _ bytes: SecretBytes?,
        _ rules: SyncRules
    ) throws(KeychainError) {
        if let id = try ledger.note(name, bytes), rules.comparesAgain { forget(id) }
    }

    private mutating func forget(_ id: ItemID) {
        guard let mark = settledRows.removeValue(forKey: id) else { return }
        settled[mark] = nil
        settledMarks.remove(mark)
    }
}
