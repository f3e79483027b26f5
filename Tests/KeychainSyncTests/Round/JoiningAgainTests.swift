import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

/// A device that leaves and joins again has its items and another name, and has edited none of them.
@Suite struct JoiningAgainTests {
    /// The engine as a device has it that only reads, or writes too.
    private struct View: SyncEngine {
        let engine: PlainEngine
        let isReader: Bool

        func head() async throws(EngineFailure) -> ZoneHead {
            let head = try await engine.head()
            return ZoneHead(
                sequence: head.sequence,
                oldest: head.oldest,
                written: head.written,
                acceptsCommits: !isReader
            )
        }

        func log(
            _ range: ClosedRange<UInt64>,
            at head: ZoneHead
        ) async throws(EngineFailure) -> [LogEntry] { try await engine.log(range, at: head) }

        func listing(at head: ZoneHead) async throws(EngineFailure) -> [ItemID: [UInt8]] {
            try await engine.listing(at: head)
        }

        func records(
            _ ids: [ItemID],
            at head: ZoneHead
        ) async throws(EngineFailure) -> [ItemID: [UInt8]] {
            try await engine.records(ids, at: head)
        }

        func commit(_ attempt: CommitAttempt) async -> CommitOutcome {
            await engine.commit(attempt)
        }
    }

    private func agent(_ number: UInt64, _ store: PlainStore, _ engine: View) -> Synchronizer {
        Synchronizer(
            store: store,
            engine: engine,
            device: DeviceID(0, number),
            sealing: FakeSealing()
        )
    }

    /// The name of a device is random: it is less or greater than that of the author.
    @Test(arguments: [1, 3] as [UInt64], [true, false])
    func hasEditedNothing(_ number: UInt64, _ isReader: Bool) async throws {
        let engine = PlainEngine()
        let clock = { @Sendable in Date(timeIntervalSince1970: 1e9) }
        let (first, second) = (PlainStore(clock: clock), PlainStore(clock: clock))
        let author = agent(2, first, View(engine: engine, isReader: false))
        let view = View(engine: engine, isReader: isReader)
        let item = SimItem(account: "a0", secret: "1", label: "l", accessible: "ck")
        #expect(first.write([item]))
        #expect(try await author.synchronize() == .upToDate(waiting: 0))
        #expect(try await agent(4, second, view).synchronize() == .upToDate(waiting: 0))
        #expect(second.items() == [item])
        // It leaves.
        try second.keep(second.state().keys.map { .remove($0) })
        let again = agent(number, second, view)
        #expect(try await again.synchronize() == .upToDate(waiting: 0))
        #expect(try !second.state().keys.contains { $0.kind == "versions" })
        #expect(try await engine.head().sequence == 1)
        #expect(first.delete("a0"))
        #expect(try await author.synchronize() == .upToDate(waiting: 0))
        #expect(try await again.synchronize() == .upToDate(waiting: 0))
        #expect(second.items().isEmpty)
    }
}
