/// The end of the log, and the engine's statements about it.
package struct ZoneHead: Sendable, Equatable {
    /// The number of the newest entry; 0 for an empty log.
    package let sequence: UInt64
    /// The number of the oldest entry that is still stored.
    package let oldest: UInt64
    /// The number of each device's commits in the log, which pruning does not change.
    package let written: [DeviceID: UInt64]
    /// A digest of this device's last commit; `nil` if that is not known.
    let newest: [UInt8]?
    /// The number of changes of the members or their keys.
    package let membership: UInt64
    /// Whether this device may write.
    package let acceptsCommits: Bool

    package init(
        sequence: UInt64,
        oldest: UInt64,
        written: [DeviceID: UInt64],
        newest: [UInt8]? = nil,
        membership: UInt64 = 0,
        acceptsCommits: Bool = true
    ) {
        self.sequence = sequence
        self.oldest = oldest
        self.written = written
        self.newest = newest
        self.membership = membership
        self.acceptsCommits = acceptsCommits
    }

    /// Whether the commit with an attempt's number can be that attempt, and not one of another copy
    /// of the keychain: of a file that was put back, or copied to another machine.
    func isOf(_ attempt: CommitAttempt) -> Bool {
        guard let newest else { return true }
        return written[attempt.author] == attempt.number && newest == attempt.contentDigest
    }
}

/// One entry of the log: which records a commit replaced.
package struct LogEntry: Sendable, Equatable {
    package let sequence: UInt64
    package let ids: [ItemID]

    package init(sequence: UInt64, ids: [ItemID]) {
        (self.sequence, self.ids) = (sequence, ids)
    }
}
