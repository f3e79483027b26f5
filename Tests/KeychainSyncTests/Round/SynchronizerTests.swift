import Foundation
import KeychainSync
import PortableKeychain
import SyncSimulation
import Synchronization
import Testing

/// Two agents over one engine, with real keychains.
@Suite struct SynchronizerTests {
    private func device(_ number: UInt64) throws -> KeychainDevice {
        try KeychainDevice(seed: number) { Date(timeIntervalSince1970: 1e9) }
    }

    private func agent(_ number: UInt64, _ store: any SyncStore, _ engine: PlainEngine)
        -> Synchronizer
    {
        Synchronizer(
            store: store,
            engine: engine,
            device: DeviceID(0, number),
            sealing: FakeSealing()
        )
    }

    @Test func carriesItemsBothWays() async throws {
        let engine = PlainEngine()
        let devices = [try device(1), try device(2)]
        let agents = [agent(1, devices[0], engine), agent(2, devices[1], engine)]
        let first = SimItem(account: "a0", secret: "1", label: "l", accessible: "ak")
        #expect(devices[0].write([first]))
        #expect(try await agents[0].synchronize() == .upToDate(waiting: 0))
        #expect(try await agents[1].synchronize() == .upToDate(waiting: 0))
        #expect(devices[1].items() == [first])
        #expect(devices[1].delete("a0"))
        #expect(try await agents[1].synchronize() == .upToDate(waiting: 0))
        #expect(try await agents[0].synchronize() == .upToDate(waiting: 0))
        #expect(devices[0].items().isEmpty)
        for device in devices { #expect(try device.keychain.verify().problems.isEmpty) }
        // Nothing is left but what was read of the log, and who wrote what is gone.
        let state = try devices[0].state()
        #expect(Set(state.keys.map(\.kind)) == ["vault", "authors"])
        #expect(try devices[0].content().entries.isEmpty)
    }

    @Test func queuesWhileTheEngineIsAway() async throws {
        let engine = PlainEngine()
        let store = try device(1)
        let agent = agent(1, store, engine)
        await engine.switchOff(true)
        #expect(store.write([SimItem(account: "a0", secret: "1", accessible: "ak")]))
        #expect(try await agent.synchronize() == .offline)
        await engine.switchOff(false)
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(try await engine.head().sequence == 1)
    }

    /// Between two commits of a large change, others have an item twice, and never not at all.
    @Test func sendsItemsInOrderAndThenDeletions() async throws {
        let engine = PlainEngine()
        let store = PlainStore { Date(timeIntervalSince1970: 1e9) }
        let agent = agent(1, store, engine)
        func item(_ account: String) -> SimItem {
            SimItem(account: account, secret: "1", accessible: "ak")
        }
        #expect(store.write((0..<120).map { item("old\($0)") }))
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        for number in 0..<120 { #expect(store.rename("old\(number)", to: item("new\(number)"))) }
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        let head = try await engine.head()
        let items = Set(try await engine.listing(at: head).keys)
        let commits = try await engine.log(1...head.sequence, at: head).map(\.ids)
        #expect(commits.map(\.count) == [100, 20, 100, 100, 40])
        #expect(commits[0] + commits[1] == (commits[0] + commits[1]).sorted())
        let sent = commits[2...].flatMap { $0 }
        #expect(Set(sent[..<120]) == items)
        #expect(Array(sent[..<120]) == sent[..<120].sorted())
        #expect(Array(sent[120...]) == sent[120...].sorted())
    }

    /// Two rounds would commit the same edits, and each would take the memory of the other.
    @Test func makesOneRoundAtATime() async throws {
        let engine = PlainEngine()
        let store = try device(1)
        let agent = agent(1, store, engine)
        #expect(store.write([SimItem(account: "a0", secret: "1", accessible: "ak")]))
        let second = Mutex<SyncRound.End?>(nil)
        await engine.interrupt {
            let end = try? await agent.synchronize()
            second.withLock { $0 = end }
        }
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(second.withLock { $0 } == .busy)
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(try await engine.head().sequence == 1)
    }
}
