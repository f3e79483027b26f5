import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// Files of items that a remote has lost, and how they come back.
@Suite struct VaultRepairTests {
    typealias Device = SyncedVaultTests.Device

    private let base = SyncedVaultTests()
    private var remote: MemoryVault { base.remote }

    private var files: [String: [UInt8]] { remote.state(remote.tip).files }
    private var records: [String] { files.keys.filter { $0.hasPrefix("items/") }.sorted() }

    /// Two devices with two items, of which the second one is of a role.
    private func two(_ role: SyncRole = .writer) async throws -> (Device, Device) {
        let first = try await base.first()
        let second = try base.device(2)
        let code = try await first.vault.invite(role, hours: 1, on: first.view)
        try await base.join(second, code)
        try await round(first, second)
        first.write("a0", "1")
        first.write("a1", "2")
        try await round(first, second)
        return (first, second)
    }

    private func round(_ devices: Device...) async throws {
        for device in devices {
            let end = try await device.vault.round(on: device.view).end
            #expect(end == .upToDate(waiting: 0))
        }
    }

    /// Removes or changes a file on the remote.
    private func lose(_ path: String, _ bytes: [UInt8]? = nil) {
        #expect(remote.commit([VaultFileChange(path, bytes)], onto: remote.tip) != nil)
    }

    @Test func isNoticed() async throws {
        let (first, second) = try await two()
        let before = files
        let lost = records[0]
        lose(lost)
        // A round does not read it, and sees that it is gone.
        #expect(try await first.vault.round(on: first.view).missing == 1)
        let report = try await second.vault.examine(on: second.view)
        let item = String(lost.suffix(32))
        #expect(report.missing == [VaultReport.Unreadable(item: item, device: "first")])
        #expect(report.problem == nil)
        lose(lost, [1, 2, 3])
        #expect(try await second.vault.examine(on: second.view).missing.map(\.item) == [item])
        lose(lost, before[lost])
        #expect(try await second.vault.examine(on: second.view).missing.isEmpty)
        #expect(try await first.vault.round(on: first.view).missing == 0)
    }

    /// A device that has read a record writes it as it was, readers too.
    @Test(arguments: [SyncRole.writer, .reader], [true, false])
    func writesTheSameBytesAgain(_ role: SyncRole, _ isChanged: Bool) async throws {
        let (first, second) = try await two(role)
        let before = files
        for path in records { lose(path, isChanged ? [7] : nil) }
        let newcomer = try base.device(3)
        try await base.join(newcomer, try await base.code(first), name: "newcomer")
        try await round(first)
        let alarm = isChanged ? TrustAlarm.record : .malformed
        for _ in 0..<2 {
            #expect(try await newcomer.vault.round(on: newcomer.view).end == .alarm(alarm))
        }
        // A device that has never read them says which one could.
        var repair = try await newcomer.vault.repair(on: newcomer.view)
        #expect(repair.written == 0 && repair.rest.map(\.device) == ["first", "first"])
        repair = try await second.vault.repair(on: second.view)
        #expect(repair == VaultRepair(written: 2))
        for path in records { #expect(files[path] == before[path]) }
        let round = try await newcomer.vault.round(on: newcomer.view)
        #expect(round.end == .upToDate(waiting: 0) && round.ended == alarm)
        #expect(newcomer.keychain.items().map(\.secret) == ["1", "2"])
        try await self.round(first, second)
    }

    /// A device that has the items, and has never read the records: it was set up again.
    @Test func storesWhatItHasAgain() async throws {
        let (first, second) = try await two()
        try second.vault.leave()
        try await base.join(second, try await base.code(first), name: "again")
        try await round(first)
        lose(records[0])
        #expect(try await second.vault.round(on: second.view).end == .alarm(.malformed))
        let repair = try await second.vault.repair(on: second.view)
        #expect(repair == VaultRepair(stored: 1))
        try await round(second, first, second)
        #expect(first.keychain.items().map(\.secret) == ["1", "2"])
        #expect(second.keychain.items() == first.keychain.items())
        #expect(try await first.vault.conflicts().isEmpty)
        let reader = try base.device(4)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await base.join(reader, code, name: "reader")
        try await round(first, reader)
        #expect(reader.keychain.items() == first.keychain.items())
    }

    /// A machine that has read an older version leaves the repair to one that has the newer one.
    @Test func takesNoValueBack() async throws {
        let (first, second) = try await two()
        let before = files
        first.write("a0", "newer")
        try await round(first)
        let changed = try #require(records.first { files[$0] != before[$0] })
        let newer = files[changed]
        lose(changed)
        #expect(try await second.vault.round(on: second.view).end == .alarm(.malformed))
        let tip = remote.tip
        let repair = try await second.vault.repair(on: second.view)
        #expect(repair.stored == 0 && repair.rest.map(\.device) == ["first"])
        #expect(remote.tip == tip)
        #expect(try await first.vault.repair(on: first.view) == VaultRepair(written: 1))
        #expect(files[changed] == newer)
        try await round(second)
        #expect(second.keychain.items().map(\.secret).sorted() == ["2", "newer"])
    }

    /// The answer of an engine to a second question is compared with the verified state.
    @Test func readsNoEntryThatWasNotVerified() async throws {
        let (first, _) = try await two()
        let log = try first.vault.log(on: first.view)
        _ = try await log.head()
        let trust = await log.trust
        let key = try #require(await log.ring.epochs[trust.membership.epoch]?.log)
        let place = trust.position.sequence
        let attempt = CommitAttempt(
            author: log.device,
            number: 1,
            sequence: place,
            membership: trust.membership.count,
            changes: [.init(id: ItemID(7, 7), record: [1])]
        )
        let zero = SyncDigest.zero
        let forged = try SignedEntry(attempt, previous: zero, membership: zero)
            .signed(by: await log.keys, in: trust.vault)
            .sealed(under: key, in: trust.vault, entropy: SeededSource.entropy(5))
        let named = await log.trust.state.digests
        #expect(named.count == 2)
        #expect(try await log.authors(of: Set(named.keys)).count == 2)
        first.view.lie = { files in
            var files = files
            files[VaultPath.entry(place)] = forged
            return files
        }
        await #expect(throws: EngineFailure.self) { try await log.verifiedEntries() }
        await #expect(throws: EngineFailure.self) { try await log.authors(of: Set(named.keys)) }
    }

    @Test func refusesAReaderWhatOnlyAnEditCouldRepair() async throws {
        let (first, second) = try await two(.reader)
        try second.vault.leave()
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await base.join(second, code, name: "again")
        try await round(first)
        lose(records[0])
        #expect(try await second.vault.round(on: second.view).end == .alarm(.malformed))
        let tip = remote.tip
        let problem = await base.problem { _ = try await second.vault.repair(on: second.view) }
        #expect(problem == "readsOnly" && remote.tip == tip)
    }

    /// No device has it any longer: the user gives it up, so that others can join.
    @Test func forgetsWhatNobodyHas() async throws {
        let (first, second) = try await two()
        let newcomer = try base.device(3)
        try await base.join(newcomer, try await base.code(first), name: "newcomer")
        try await round(first)
        lose(records[0])
        _ = try await newcomer.vault.round(on: newcomer.view)
        let repair = try await newcomer.vault.repair(on: newcomer.view, forgets: true)
        #expect(repair == VaultRepair(forgotten: 1))
        try await round(newcomer, first, second)
        #expect(newcomer.keychain.items().count == 1 && first.keychain.items().count == 1)
    }

    /// A log that cannot be verified is not repaired, and files that others write meanwhile are not
    /// overwritten.
    @Test func repairsOnlyWhatItHasVerified() async throws {
        let (first, second) = try await two()
        let lost = records
        for path in lost { lose(path) }
        second.view.frozen = 1
        let problem = await base.problem { _ = try await second.vault.repair(on: second.view) }
        #expect(problem == "alarm(KeychainSync.TrustAlarm.wentBack)")
        second.view.frozen = nil
        first.write("a0", "newer")
        first.write("a1", "newer")
        try await round(first)
        let present = files
        #expect(try await second.vault.repair(on: second.view) == VaultRepair())
        #expect(files == present)
        try await round(second)
        #expect(second.keychain.items().map(\.secret) == ["newer", "newer"])
    }
}
