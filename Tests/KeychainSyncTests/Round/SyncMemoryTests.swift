import Foundation
import KeychainSync
import PortableKeychain
import SyncSimulation
import Testing

/// The memory of an agent saves opening unchanged rows, and commits follow each other without
/// comparing everything again.
@Suite struct SyncMemoryTests {
    private func item(_ number: Int, _ secret: String = "secret") -> SimItem {
        SimItem(account: "account \(number)", secret: secret, accessible: "ck")
    }

    private func agent(_ member: VaultMember, over store: some SyncStore) throws -> Synchronizer {
        let log = try member.log()
        return Synchronizer(
            store: store,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
    }

    @Test func opensOnlyWhatWasChanged() async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        let device = members[0].device
        let store = CountingStore(device)
        let agent = try agent(members[0], over: store)
        for start in stride(from: 0, to: 250, by: 50) {
            #expect(device.write((start..<(start + 50)).map { item($0) }))
        }
        let before = vault.states.count
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        // A commit has at most 100 records. Rows are looked at before and after all of them, and those that
        // have not changed since are not opened again.
        #expect(vault.states.count == before + 3)
        #expect(store.scans == 2)
        #expect(store.items == 250)
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        (store.items, store.rows) = (0, 0)
        #expect(device.write([item(7, "another")]))
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(store.items == 1)
        #expect(store.rows < 10)
        // Only items that come from another device are compared.
        try await members[1].synchronize()
        #expect(members[1].device.write([item(8, "from there")]))
        try await members[1].synchronize()
        (store.items, store.rows) = (0, 0)
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(store.items == 1)
        #expect(store.rows < 10)
        let state = try members[1].device.content().entries.count
        #expect(state == 250)
    }

    /// Another program removes the state: none of it is trusted any longer, whether this one has stored it
    /// or read it.
    @Test(arguments: [1, 2])
    func forgetsWhatIsGone(rounds: Int) async throws {
        let members = try await VaultMember.two(MemoryVault())
        let device = members[0].device
        let agent = try agent(members[0], over: device)
        #expect(device.write([item(1)]))
        for _ in 0..<rounds { #expect(try await agent.synchronize() == .upToDate(waiting: 0)) }
        let replicas = try device.state().keys.filter { $0.kind == "replica" }
        #expect(replicas.count == 1)
        try device.keep(replicas.map { .remove($0) })
        #expect(device.write([item(2)]))
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        // Both were sent as new ones, so both have records again.
        #expect(try device.state().keys.filter { $0.kind == "replica" }.count == 2)
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0))
        #expect(try members[1].device.content().entries.count == 2)
    }

    /// Another program removes a row without a tombstone: the item is compared with the log again.
    @Test(arguments: [1, 2])
    func comparesAnItemWithoutItsRow(rounds: Int) async throws {
        let members = try await VaultMember.two(MemoryVault())
        let device = members[0].device
        let agent = try agent(members[0], over: device)
        #expect(device.write([item(1), item(2)]))
        for _ in 0..<rounds { #expect(try await agent.synchronize() == .upToDate(waiting: 0)) }
        let key = SimItem.key(item(1).account)
        guard case .live(_, let seen) = try device.content().entries[key] else {
            Issue.record("the item is not there")
            return
        }
        let removal = SyncApplication(key: key, expected: seen, outcome: .delete)
        #expect(try device.apply([removal], state: []).isApplied)
        #expect(try device.content().entries.count == 1)
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(try device.content().entries.count == 2)
    }
}
