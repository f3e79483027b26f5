internal import PortableKeychain

/// The last comparison of a round, while the round commits what it has found.
///
/// An item whose record is on the log is the same as the record, as long as its row is the one that was
/// compared. So the rows need not be looked at again after the last commit, unless others have
/// changed the store meanwhile.
struct ComparedItems {
    /// The end of the round if there is nothing else to do.
    let end: SyncRound.End
    /// The store's mark of others when its items were read.
    private let mark: [UInt8]?
    /// The rows of the items whose records are sent.
    private var rows: [ItemID: RowMark] = [:]
    /// The number of changes that are not on the log yet.
    private var unsent: Int
    /// Whether rows were only read, or stored by this round, so that a second look finds nothing to do.
    private let isFinal: Bool

    /// - Parameters:
    ///   - settlement: The result of the comparison, which was stored.
    ///   - mark: The store's mark of others before its items were read.
    init(_ settlement: Settlement, since mark: [UInt8]?) {
        end = settlement.end
        for put in settlement.puts { rows[put.id] = put.row }
        unsent = settlement.puts.count
        // The tombstones of deletions that are on the log are removed by the next comparison.
        isFinal = settlement.deletes.isEmpty
        self.mark = mark
    }

    /// Notes that a commit is on the log.
    ///
    /// - Returns: The rows whose items are the same as their records.
    mutating func conclude(_ attempt: CommitAttempt) -> [(mark: RowMark, id: ItemID)] {
        unsent -= attempt.changes.count
        return attempt.changes.compactMap { change in
            rows[change.id].map { ($0, change.id) }
        }
    }

    /// Whether another comparison would find nothing to do.
    ///
    /// - Parameter present: The store's present mark of others.
    /// - Returns: Whether all is sent, and only this round has changed the store since.
    func isPresent(at present: [UInt8]?) -> Bool {
        guard unsent == 0 else { return false }
        guard mark != nil, mark == present else { return false }
        return isFinal
    }
}

extension Settlement {
    /// The amount of work that was found, and of items that are too large for it: each round reports them.
    var amount: Int {
        applications.count + changes.count + puts.count + deletes.count + waiting + oversized
    }

    /// Whether each row was compared, so that unsettled items alone can have something to do: tombstones of
    /// deletions that are sent are not among them.
    var isWhole: Bool { content.locked == 0 && end == .upToDate(waiting: 0) && deletes.isEmpty }

    /// The end of a round that has nothing to send, or may not.
    var end: SyncRound.End {
        .upToDate(waiting: waiting, unreadable: quarantined.count, oversized: oversized)
    }
}
