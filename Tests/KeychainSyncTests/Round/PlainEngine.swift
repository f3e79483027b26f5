import KeychainSync
import SyncSimulation

/// An engine in memory, with records as devices give them to it.
actor PlainEngine: SyncEngine {
    private var log = SimEngine()

    func head() async throws(EngineFailure) -> ZoneHead { log.head }

    func log(
        _ range: ClosedRange<UInt64>,
        at head: ZoneHead
    ) async throws(EngineFailure) -> [LogEntry] { try log.log(range, at: head) }

    func listing(at head: ZoneHead) async throws(EngineFailure) -> [ItemID: [UInt8]] {
        try log.listing(at: head)
    }

    func records(
        _ ids: [ItemID],
        at head: ZoneHead
    ) async throws(EngineFailure) -> [ItemID: [UInt8]] { try log.records(ids, at: head) }

    func commit(_ attempt: CommitAttempt) async -> CommitOutcome { log.commit(attempt) }
}
