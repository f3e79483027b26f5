package import KeychainSync

/// An engine as the contract has it: linearizable, with reads of an older state until it is
/// compacted, and a log that can be pruned.
package struct SimEngine: Sendable {
    package private(set) var sequence: UInt64 = 0
    package private(set) var written: [DeviceID: UInt64] = [:]
    /// Every commit that was ever accepted.
    package private(set) var commits: [CommitAttempt] = []
    private var oldest: UInt64 = 1
    private var compacted: UInt64 = 0

    package init() {}

    package var head: ZoneHead {
        ZoneHead(sequence: sequence, oldest: oldest, written: written)
    }

    /// The records now.
    package var records: [ItemID: [UInt8]] { records(at: sequence) }

    package mutating func commit(_ attempt: CommitAttempt) -> CommitOutcome {
        guard attempt.sequence == sequence + 1 else { return .refused }
        sequence += 1
        written[attempt.author] = attempt.number
        commits.append(attempt)
        return .committed
    }

    /// Forgets the oldest entries of the log, and older states than the present one.
    package mutating func prune(keeping count: UInt64) {
        oldest = max(oldest, sequence > count ? sequence - count + 1 : 1)
        compacted = sequence
    }

    /// Whether an entry is in the part of the log that is left.
    package func shows(_ attempt: CommitAttempt) -> Bool {
        attempt.sequence >= oldest && attempt.sequence <= sequence
            && commits[Int(attempt.sequence) - 1].author == attempt.author
            && commits[Int(attempt.sequence) - 1].number == attempt.number
    }

    package func log(
        _ range: ClosedRange<UInt64>,
        at head: ZoneHead
    ) throws(EngineFailure) -> [LogEntry] {
        guard range.lowerBound >= oldest, range.upperBound <= head.sequence else {
            throw .compacted
        }
        return range.map { sequence in
            let commit = commits[Int(sequence) - 1]
            return LogEntry(sequence: sequence, ids: commit.changes.map(\.id))
        }
    }

    package func listing(at head: ZoneHead) throws(EngineFailure) -> [ItemID: [UInt8]] {
        guard head.sequence >= compacted else { throw .compacted }
        return records(at: head.sequence).mapValues { SyncDigest.of($0) }
    }

    package func records(
        _ ids: [ItemID],
        at head: ZoneHead
    ) throws(EngineFailure) -> [ItemID: [UInt8]] {
        guard head.sequence >= compacted else { throw .compacted }
        return records(at: head.sequence).filter { ids.contains($0.key) }
    }

    private func records(at sequence: UInt64) -> [ItemID: [UInt8]] {
        var records: [ItemID: [UInt8]] = [:]
        for commit in commits.prefix(Int(sequence)) {
            for change in commit.changes { records[change.id] = change.record }
        }
        return records
    }
}
