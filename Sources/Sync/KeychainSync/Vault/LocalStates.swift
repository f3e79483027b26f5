@_spi(Keepers) internal import PortableKeychain

/// The states that items have on this device, with edits that the log does not have yet.
struct LocalStates {
    let ledger: SyncLedger
    private let sealing: VaultSealing
    private let edits: LocalEdits

    /// - Parameters:
    ///   - ledger: The device's knowledge of the log.
    ///   - log: The log, with the keys of its records.
    init(_ ledger: SyncLedger, of log: VaultLog) {
        self.ledger = ledger
        sealing = log.sealing
        edits = LocalEdits(device: log.device)
    }

    /// The state with which an item was last merged; `nil` if it never was, or was deleted.
    ///
    /// - Throws: Any error of opening its record.
    func basis(of id: ItemID) throws(KeychainError) -> ItemState? {
        switch ledger.basis(of: id) {
        case .replica: try opened(ledger.replicas[id], id)
        case .record(let record): try opened(record, id)
        case .nothing: nil
        }
    }

    /// The state of an item as it is stored now.
    ///
    /// - Throws: Any error of opening its records.
    func state(of item: BackupItem, _ id: ItemID) throws(KeychainError) -> ItemState {
        guard let noted = try opened(ledger.pending[id], id) else {
            return edits.state(of: item, since: try basis(of: id))
        }
        return edits.state(of: item, since: noted)
    }

    /// The state that an edit of an item has made of another one.
    func state(of item: BackupItem, editing state: ItemState) -> ItemState {
        edits.state(of: item, since: state)
    }

    /// The row by which the next round sends a state.
    ///
    /// - Throws: ``KeychainError/Code/dataTooLarge`` if a record has no room for it, or
    ///   ``KeychainError/Code/locked``.
    func row(_ state: ItemState, of id: ItemID) throws(KeychainError) -> SyncStateChange {
        .pending(id, try sealing.seal(state.encoded, of: id, whenUnlocked: state.needsUnlock))
    }

    private func opened(
        _ record: [UInt8]?,
        _ id: ItemID
    ) throws(KeychainError) -> ItemState? {
        try record.map { record throws(KeychainError) in
            try ItemState(sealing.open(record, of: id))
        }
    }
}
