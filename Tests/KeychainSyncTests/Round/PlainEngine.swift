import KeychainSync
import SyncSimulation

/// An engine in memory, which can be switched off, with records as devices give them to it.
actor PlainEngine: SyncEngine {
    private var log = SimEngine()
    private var isOff = false
    private var interruption: (@Sendable () async -> Void)?

    func switchOff(_ isOff: Bool) { self.isOff = isOff }

    /// Lets something happen while the next round waits for the engine.
    func interrupt(_ body: @escaping @Sendable () async -> Void) { interruption = body }

    private func check() throws(EngineFailure) {
        if isOff { throw .unavailable }
    }

    func head() async throws(EngineFailure) -> ZoneHead {
        try check()
        if let body = interruption {
            interruption = nil
            await body()
        }
        return log.head
    }

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
