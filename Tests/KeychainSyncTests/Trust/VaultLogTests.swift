import Foundation
@_spi(Keepers) import PortableKeychain
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

    /// S5, S8: an entry after a removal is for others.
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
        // A member seals bytes that are not a state, under the name of an item that it invents.
        let bad = ItemID(1, 1)
        let record = try log.sealing.seal(SecretBytes([1]), of: bad, whenUnlocked: false)
        let attempt = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: 1,
            membership: head.membership,
            changes: [.init(id: bad, record: record), .init(id: ItemID(1, 2), record: [1, 2])]
        )
        // S11: records of old epochs, and bytes that are not a record, are not even sent.
        #expect(await log.commit(attempt) == .refused)
        let good = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: 1,
            membership: head.membership,
            changes: [.init(id: bad, record: record)]
        )
        // Nor is what was made for another place, or for other members.
        let others: [(UInt64, UInt64)] = [(2, head.membership), (1, head.membership - 1)]
        for (sequence, membership) in others {
            let late = CommitAttempt(
                author: log.device,
                number: 1,
                sequence: sequence,
                membership: membership,
                changes: good.changes
            )
            #expect(await log.commit(late) == .refused)
        }
        #expect(await log.commit(good) == .committed)
        #expect(members[1].device.write([item("a0", "1")]))
        for _ in 0..<2 {
            for member in members {
                #expect(try await member.synchronize() == .upToDate(waiting: 0, unreadable: 1))
            }
        }
        #expect(members[0].device.items() == members[1].device.items())
        #expect(members[0].device.items().count == 1)
    }

    /// A member that tries to write a state that no other device accepts.
    @Test(arguments: ["another name", "the hidden group", "a class that nobody knows"])
    func storesNothingThatItWouldNotSend(_ attack: String) async throws {
        let members = try await VaultMember.two(MemoryVault())
        let log = try members[0].log()
        let head = try await log.head()
        let date = Date(timeIntervalSince1970: 1e9)
        var backup = item("a0", "evil").backup(created: date, modified: date)
        if attack == "the hidden group" {
            backup.attributes[.accessGroup] = .string("portable-keychain.sync")
        }
        var state = LocalEdits(device: log.device).state(of: backup, since: nil)
        if attack == "a class that nobody knows" { state.itemClass = ItemClass(rawValue: "evil") }
        let id =
            attack == "the hidden group"
            ? log.sealing.id(of: try SyncKey(backup)) : ItemID(1, 1)
        let record = try log.sealing.seal(state.encoded, of: id, whenUnlocked: false)
        let attempt = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: 1,
            membership: head.membership,
            changes: [.init(id: id, record: record)]
        )
        #expect(await log.commit(attempt) == .committed)
        let before = try members[1].device.state().count
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0, unreadable: 1))
        #expect(members[1].device.items().isEmpty)
        #expect(try members[1].device.state().count > before)
        #expect(try members[1].keychain.verify().problems.isEmpty)
    }

    /// A copy of the keychain that was made while a commit had no answer: its number belongs to
    /// another commit by now.
    @Test func takesNoOtherCommitForItsOwn() async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        for member in members { try await member.synchronize() }
        #expect(members[1].device.write([item("a0", "old")]))
        members[1].view.fault = .lostRequest
        #expect(try await members[1].synchronize() == .offline)
        let copy = try KeychainDevice(seed: 3) { Date(timeIntervalSince1970: 1e9) }
        #expect(copy.write([item("a0", "old")]))
        try copy.keep(members[1].device.state().map { .put($0.key, $0.value) })

        #expect(members[0].device.write([item("a1", "of another")]))
        try await members[0].synchronize()
        #expect(members[1].device.write([item("b0", "later")]))
        try await members[1].synchronize()
        let found = try VaultLog(engine: VaultView(vault), store: copy)
        let log = try #require(found)
        let original = try members[1].log().device
        #expect(log.device == original)
        let agent = Synchronizer(
            store: copy,
            engine: log,
            device: log.device,
            sealing: log.sealing
        )
        #expect(try await agent.synchronize() == .upToDate(waiting: 0))
        #expect(copy.items().map(\.account) == ["a0", "a1", "b0"])
        for member in members {
            try await member.synchronize()
            #expect(member.device.items() == copy.items())
        }
    }

    /// An item that fits into no record stays here, is reported, and is no reason to write again.
    @Test func reportsWhatIsTooLarge() async throws {
        let members = try await VaultMember.two(MemoryVault())
        let large = String(repeating: "x", count: VaultSealing.maximumLength)
        #expect(members[0].device.write([item("a0", large), item("a1", "1")]))
        for _ in 0..<2 {
            #expect(try await members[0].synchronize() == .upToDate(waiting: 0, oversized: 1))
        }
        let mark = try members[0].keychain.changeMark
        #expect(try await members[0].synchronize() == .upToDate(waiting: 0, oversized: 1))
        #expect(try members[0].keychain.changeMark == mark)
        try await members[1].synchronize()
        #expect(members[1].device.items().map(\.account) == ["a1"])
        #expect(members[0].device.delete("a0"))
        #expect(try await members[0].synchronize() == .upToDate(waiting: 0))
    }
}

extension Collection<DeviceID> {
    fileprivate func asyncNames(_ log: VaultLog) async -> [String] {
        var names: [String] = []
        for device in self { names.append(await log.name(of: device)) }
        return names.sorted()
    }
}
