internal import KeychainSync
internal import PortableKeychain

extension SimStore {
    /// The state of an item that the agent of this device knows.
    func state(of account: String, _ sealing: any RecordSealing) -> ItemState? {
        let id = sealing.id(of: SimItem.key(account))
        guard let state = try? state() else { return nil }
        let row = { (kind: String) in state[SyncStateName(kind: kind, id: id.bytes)] }
        let known = row("versions") ?? row("basis") ?? row("replica")
        guard let record = known, !record.isEmpty else { return nil }
        return sealing.state(in: record.withUnsafeBytes { Array($0) }, of: id)
    }

    /// The values of an item, and those of its history.
    func shown(_ item: SimItem, _ sealing: any RecordSealing) -> [String] {
        Array(item.values.values)
            + (state(of: item.account, sealing)?.history ?? []).compactMap(\.text)
    }
}

extension RecordSealing {
    /// The state in a record, if it can be read.
    func state(in record: [UInt8], of id: ItemID) -> ItemState? {
        (try? open(record, of: id)).flatMap { try? ItemState($0) }
    }
}
