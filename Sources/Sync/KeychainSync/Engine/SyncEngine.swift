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

    /// The digests of all records, as they were when the log ended with `head`.
    func listing(at head: ZoneHead) async throws(EngineFailure) -> [ItemID: [UInt8]]

    /// The records of items, as they were when the log ended with `head`; one that is missing does
    /// not exist.
    func records(
        _ ids: [ItemID],
        at head: ZoneHead
    ) async throws(EngineFailure) -> [ItemID: [UInt8]]

    /// Appends an entry and replaces its records, all or nothing; never tries again by itself.
    func commit(_ attempt: CommitAttempt) async -> CommitOutcome
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
    /// A mirror shows a state that was signed too long ago, or before one that was read.
    case outdated
    /// A mirror cannot be written to.
    case readOnly
    /// This device is not, or no longer, a member.
    case notMember
    /// A member has not given this device the present keys yet.
    case keysMissing
    /// Nothing can be stored here, for instance because the keychain is locked.
    case storage(KeychainError.Code)
}
