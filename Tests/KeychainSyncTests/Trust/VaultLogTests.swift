import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Real keychains in one vault, over an engine in memory.
@Suite struct VaultLogTests {
    private func item(_ account: String, _ secret: String, _ accessible: String = "ak") -> SimItem {
        SimItem(account: account, secret: secret, accessible: accessible)
    }

    @Test func carriesItemsBothWays() async throws {
        let members = try await VaultMember.two(MemoryVault())
        #expect(members[0].device.write([item("a0", "one")]))
        #expect(try await members[0].synchronize() == .upToDate(waiting: 0))
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0))
        #expect(members[1].device.items() == members[0].device.items())
        #expect(members[1].device.delete("a0"))
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0))
        #expect(try await members[0].synchronize() == .upToDate(waiting: 0))
        #expect(members[0].device.items().isEmpty)
        let log = try members[0].log()
        let names = await log.membership.members.keys.asyncNames(log)
        #expect(names == ["", "desktop", "laptop"])
        for member in members { #expect(try member.keychain.verify().problems.isEmpty) }
    }

    /// S5, S8: what comes after a removal is for others.
    @Test func keepsWhatComesLaterFromARemovedDevice() async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        try await members[1].synchronize()
        let log = try members[0].log()
        #expect(members[0].device.write([item("a0", "before", "ck")]))
        try await members[0].synchronize()
        try await members[1].synchronize()
        try await log.change(.remove(try members[1].log().device))
        #expect(members[0].device.write([item("a1", "after", "ck")]))
        try await members[0].synchronize()
        #expect(try await members[1].synchronize() == .notMember)
        let old = try members[1].log().sealing
        let newest = vault.state(vault.tip).files
        let records = try SyncLedger(members[0].device.state()).records
        #expect(records.count == 2)
        let readable = records.filter { (try? old.open($0.value, of: $0.key)) != nil }
        #expect(readable.count == 1)
        #expect(records.allSatisfy { newest[VaultPath.record($0.key)] == $0.value })
    }

    /// Keys of items that need an unlocked keychain are as closed as the items.
    @Test func opensNothingMoreWhileLocked() async throws {
        let members = try await VaultMember.two(MemoryVault())
        #expect(members[0].device.write([item("a0", "1", "ak"), item("a1", "2", "ck")]))
        try await members[0].synchronize()
        try await members[1].synchronize()
        members[1].device.setLocked(true)
        let records = try SyncLedger(members[1].device.state()).records
        let sealing = try members[1].log().sealing
        #expect(records.count { sealing.needsUnlock($0.value) } == 1)
        for (id, record) in records {
            let isOpen = (try? sealing.open(record, of: id)) != nil
            #expect(isOpen != sealing.needsUnlock(record))
        }
    }

    /// S12: one bad record ends no round.
    @Test func goesOnBesideABadRecord() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let log = try members[0].log()
        let head = try await log.head()
        // A member seals what is no state, under the name of an item that it invents.
        let bad = ItemID(1, 1)
        let record = try log.sealing.seal(SecretBytes([1]), of: bad, whenUnlocked: false)
        let attempt = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: 1,
            membership: head.membership,
            changes: [.init(id: bad, record: record), .init(id: ItemID(1, 2), record: [1, 2])]
        )
        // S11: records of old epochs, and what is no record, are not even sent.
        #expect(await log.commit(attempt) == .refused)
        let good = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: 1,
            membership: head.membership,
            changes: [.init(id: bad, record: record)]
        )
        #expect(await log.commit(good) == .committed)
        #expect(members[1].device.write([item("a0", "1")]))
        for _ in 0..<2 {
            for member in members {
                #expect(try await member.synchronize() == .upToDate(waiting: 0))
            }
        }
        #expect(members[0].device.items() == members[1].device.items())
        #expect(members[0].device.items().count == 1)
    }
}

extension Collection<DeviceID> {
    fileprivate func asyncNames(_ log: VaultLog) async -> [String] {
        var names: [String] = []
        for device in self { names.append(await log.name(of: device)) }
        return names.sorted()
    }
}
