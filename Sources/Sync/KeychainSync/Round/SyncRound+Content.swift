@_spi(Keepers) internal import PortableKeychain

extension SyncRound {
    /// The most items that are looked up one by one.
    private static let mostSingle = 1000

    /// The items that may have something to do.
    ///
    /// If others have changed nothing since all rows were looked at, these are the unsettled ones, which the
    /// log has changed or this device has stored since. They are looked up by the keys in their records.
    ///
    /// - Parameter mark: The store's present mark of others.
    /// - Returns: The items.
    /// - Throws: Any error of reading.
    func content(at mark: [UInt8]?) throws(KeychainError) -> LocalContent {
        if let mark, mark == memory.itemsMark, let keys = unsettledKeys {
            let content = try store.content(of: keys)
            if store.othersMark == mark { return content }
        }
        return try store.content(beyond: memory.settledMarks)
    }

    /// The keys of unsettled items; `nil` if they are many, or one of them cannot be read.
    private var unsettledKeys: [SyncKey]? {
        let ids = memory.unsettled
        guard ids.count <= Self.mostSingle else { return nil }
        var keys: [SyncKey] = []
        for id in ids {
            guard let key = key(of: id) else { return nil }
            keys.append(key)
        }
        return keys
    }

    private func key(of id: ItemID) -> SyncKey? {
        let ledger = memory.ledger
        var record = ledger.replicas[id] ?? ledger.pending[id]
        if record == nil, case .record(let basis) = ledger.basis(of: id) { record = basis }
        // A failure is reported by the comparison with all rows.
        guard let record, let plain = try? tools.sealing.open(record, of: id),
            let state = try? ItemState(plain), let key = try? SyncKey(state.item),
            tools.sealing.id(of: key) == id
        else { return nil }
        return key
    }
}
