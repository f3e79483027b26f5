/// Where the log ends, and what the engine says about it.
package struct ZoneHead: Sendable, Equatable {
    /// The number of the newest entry; 0 for an empty log.
    package let sequence: UInt64
    /// The number of the oldest entry that is still stored.
    package let oldest: UInt64
    /// How many commits of each device are in the log, which pruning does not change.
    package let written: [DeviceID: UInt64]
    /// How often the members or their keys have changed.
    package let membership: UInt64
    /// Whether this device may write.
    package let acceptsCommits: Bool

    package init(
        sequence: UInt64,
        oldest: UInt64,
        written: [DeviceID: UInt64],
        membership: UInt64 = 0,
        acceptsCommits: Bool = true
    ) {
        self.sequence = sequence
        self.oldest = oldest
        self.written = written
        self.membership = membership
        self.acceptsCommits = acceptsCommits
    }
}

/// One entry of the log: which records a commit replaced.
package struct LogEntry: Sendable, Equatable {
    package let sequence: UInt64
    package let author: DeviceID
    package let number: UInt64
    package let ids: [ItemID]

    package init(sequence: UInt64, author: DeviceID, number: UInt64, ids: [ItemID]) {
        self.sequence = sequence
        self.author = author
        self.number = number
        self.ids = ids
    }
}
