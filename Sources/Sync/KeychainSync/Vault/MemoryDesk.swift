internal import KeychainEssentials
@_spi(Keepers) internal import PortableKeychain
internal import Synchronization

/// The state of a reader that reads a vault from its first entry on, which is stored nowhere: of a
/// recovery key, or of a device that compares the shown line with the one it has verified.
final class MemoryDesk: SyncStore {
    private struct Rows {
        var values: [SyncStateName: SyncStateRows.Row] = [:]
        var writes: Int64 = 0
    }

    let now: Date
    private let rows = Mutex(Rows())

    /// - Parameter now: The time of the device, at which the stamp of a mirror must be valid.
    init(at now: Date) { self.now = now }

    func content(beyond known: RowMarks) throws(KeychainError) -> LocalContent {
        LocalContent()
    }

    func state(beyond known: RowMarks) throws(KeychainError) -> SyncStateRows {
        var found = SyncStateRows()
        var known = RowMarks.Reading(known)
        for row in rows.withLock({ $0.values.values }) where !known.isKnown(row.mark) {
            found.opened.append(row)
        }
        found.missing = known.missing
        return found
    }

    func apply(
        _ applications: [SyncApplication],
        state: [SyncStateChange]
    ) throws(KeychainError) -> SyncApplied {
        rows.withLock { rows in
            for change in state {
                switch change {
                case .put(let name, let bytes):
                    rows.writes += 1
                    let mark = RowMark(row: rows.writes, tag: (0, 0))
                    rows.values[name] = SyncStateRows.Row(name: name, bytes: bytes, mark: mark)
                case .remove(let name): rows.values[name] = nil
                }
            }
        }
        return .applied(nil)
    }

    func accepts(_ item: BackupItem, as key: SyncKey) -> Bool { false }
}
