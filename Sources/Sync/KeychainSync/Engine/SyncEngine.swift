package import PortableKeychain

/// A store of the log and the records, which all devices reach and none of them trusts.
///
/// It must be linearizable, and replace the end of the log only for a commit that names the present
/// one. Everything else is done and checked by the devices.
package protocol SyncEngine: Sendable {
    /// The present end of the log.
    func head() async throws(EngineFailure) -> ZoneHead

    /// The entries of a range, as they were when the log ended with `head`.
    func log(
        _ range: ClosedRange<UInt64>,
        at head: ZoneHead
    ) async throws(EngineFailure) -> [LogEntry]

    /// The records of items, or all records after one, as they were when the log ended with `head`.
    func records(
        _ selection: RecordSelection,
        at head: ZoneHead
    ) async throws(EngineFailure) -> RecordPage

    /// Appends an entry and replaces its records, all or nothing; never tries again by itself.
    func commit(_ attempt: CommitAttempt) async -> CommitOutcome
}

/// A choice of the records to read.
package enum RecordSelection: Sendable, Equatable {
    /// The records of some items; one that is missing does not exist.
    case items([ItemID])
    /// All, in the order of their names, after one.
    case all(after: ItemID?)
}

/// Some records.
package struct RecordPage: Sendable, Equatable {
    package let records: [ItemID: [UInt8]]
    /// The last name of this page, if there are more.
    package let next: ItemID?

    package init(records: [ItemID: [UInt8]], next: ItemID? = nil) {
        self.records = records
        self.next = next
    }
}

/// The outcome of a commit, as far as the engine's answer says.
package enum CommitOutcome: Sendable, Equatable {
    /// The commit is in the log.
    case committed
    /// This copy will never be in the log, because the log does not end where the commit says.
    case refused
    /// No answer came: the commit may be in the log, or get there later.
    case unknown
}

/// The reason why an engine did not answer.
package enum EngineFailure: Error, Sendable, Equatable {
    /// The engine cannot be reached, or has no quorum.
    case unavailable
    /// The requested data are no longer stored; ask for the present state.
    case compacted
    /// The engine shows a state that no honest engine can show.
    case alarm(TrustAlarm)
    /// This device is not, or no longer, a member.
    case notMember
    /// A member has not given this device the present keys yet.
    case keysMissing
    /// Nothing can be stored here, for instance because the keychain is locked.
    case storage(KeychainError.Code)
}
