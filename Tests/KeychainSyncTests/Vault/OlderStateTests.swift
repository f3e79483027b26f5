import Foundation
import PortableKeychain
import SyncSimulation
import TestRounds
import Testing

@testable import KeychainSync

/// A remote that was restored from an older copy, and how devices continue (sync-format.md §7.1).
@Suite(.thorough) struct OlderStateTests {
    typealias Device = SyncedVaultTests.Device

    let base = SyncedVaultTests()
    var remote: MemoryVault { base.remote }

    func stopped(_ device: Device) async throws -> Bool {
        try await device.vault.round(on: device.view).end.isAlarm
    }

    func round(_ devices: Device...) async throws {
        for device in devices {
            let end = try await device.vault.round(on: device.view).end
            #expect(end == .upToDate(waiting: 0))
        }
    }

    /// Adds a device.
    func join(
        _ seed: UInt64,
        _ role: SyncRole,
        by admin: Device,
        name: String
    ) async throws -> Device {
        let device = try base.device(seed)
        let code = try await admin.vault.invite(role, hours: 1, on: admin.view)
        try await base.join(device, code, name: name)
        try await round(admin, device)
        return device
    }

    /// The admin that began the vault, and a device that it has added.
    func pair(_ role: SyncRole, _ name: String) async throws -> (first: Device, other: Device) {
        let first = try await base.first()
        return (first, try await join(2, role, by: first, name: name))
    }

    /// Stores an item, which the others then read.
    func write(
        _ author: Device,
        _ account: String,
        _ secret: String,
        readBy others: Device...
    ) async throws {
        author.write(account, secret)
        for device in [author] + others { try await round(device) }
    }

    private func accept(_ device: Device) async throws -> Int {
        let older = try await device.vault.olderState(on: device.view)
        return try await device.vault.acceptOlder(older, on: device.view)
    }

    /// Restores the remote from a copy, which stops an admin, which accepts it.
    ///
    /// - Returns: The number of items that the admin sends again.
    private func putBack(_ copy: Int, by admin: Device) async throws -> Int {
        remote.restore(copy)
        #expect(try await stopped(admin))
        return try await accept(admin)
    }

    func secrets(_ device: Device) -> [String: String] {
        Dictionary(uniqueKeysWithValues: device.keychain.items().map { ($0.account, $0.secret) })
    }

    private func conflicts(_ device: Device) async throws -> [String] {
        try await device.vault.conflicts().compactMap { $0.secret?.string() }
    }

    /// The remote is put back by three commits; after one statement, everybody continues by itself.
    @Test func everybodyGoesOn() async throws {
        let first = try await base.first()
        var readers: [Device] = []
        for number in 0..<3 {
            readers.append(
                try await join(UInt64(number) + 2, .reader, by: first, name: "reader \(number)")
            )
        }
        for account in ["a0", "a1", "b0"] { first.write(account, "old") }
        try await round(first)
        for reader in readers { try await round(reader) }
        let copy = remote.tip
        try await write(first, "a0", "new")
        try await write(first, "b1", "made since")
        #expect(first.keychain.delete("b0"))
        try await round(first)
        // One has not read everything, and one was away.
        try await round(readers[0], readers[1])
        let wanted = ["a0": "new", "a1": "old", "b1": "made since"]
        #expect(secrets(first) == wanted)

        remote.restore(copy)
        for device in [first, readers[0], readers[1]] {
            for _ in 0..<2 { #expect(try await stopped(device)) }
        }
        try await round(readers[2])
        let older = try await first.vault.olderState(on: first.view)
        #expect(older.lostCommits == 3 && older.lostChanges == 0)
        #expect(older.added.isEmpty && older.removed.isEmpty && !older.lostRecoveryKey)
        // Looking changes nothing.
        #expect(remote.tip == copy)
        #expect(try await stopped(readers[0]))
        #expect(try await first.vault.acceptOlder(older, on: first.view) == 3)
        try await round(first)
        for reader in readers {
            let round = try await reader.vault.round(on: reader.view)
            #expect(round.end == .upToDate(waiting: 0))
        }
        for device in [first] + readers {
            try await round(device)
            #expect(secrets(device) == wanted)
            #expect(try await conflicts(device).isEmpty)
            #expect(try await device.vault.status().alarm == nil)
            #expect(try device.keychain.keychain.verify().problems.isEmpty)
            #expect(try SyncLedger(device.keychain.state()).pending.isEmpty)
            #expect(try SyncLedger(device.keychain.state()).gone.isEmpty)
        }
        #expect(try await readers[0].vault.status().endedAlarm?.alarm == .wentBack)
        // And on, in both directions of time.
        first.write("a1", "later")
        try await round(first, readers[0], readers[2])
        #expect(secrets(readers[0])["a1"] == "later" && secrets(readers[2])["a1"] == "later")
    }

    /// Edits of two machines, which both have read.
    @Test func sendsAgainWhatTheRemoteHasLost() async throws {
        let (first, second) = try await pair(.writer, "second")
        let copy = remote.tip
        try await write(first, "a0", "of the first", readBy: second)
        try await write(second, "a1", "of the second", readBy: first)
        #expect(try await putBack(copy, by: first) == 2)
        // It was away meanwhile.
        try await round(second, first, second)
        for device in [first, second] {
            #expect(secrets(device) == ["a0": "of the first", "a1": "of the second"])
        }
    }

    /// A device has read less, and continues from the older state: both edits are kept.
    @Test func keepsBothOfTwoEdits() async throws {
        let (first, second) = try await pair(.writer, "second")
        try await write(first, "a0", "old", readBy: second)
        let copy = remote.tip
        try await write(first, "a0", "lost")
        remote.restore(copy)
        base.clock.now += 10
        try await write(second, "a0", "since")
        #expect(try await stopped(first))
        #expect(try await accept(first) == 1)
        try await round(first, second, first)
        #expect(secrets(first) == ["a0": "since"] && secrets(second) == ["a0": "since"])
        #expect(try await conflicts(first) == ["lost"])
        #expect(try await conflicts(second) == ["lost"])
    }

    /// Keys, a new machine and a removal that the remote has lost.
    @Test func restoresTheMembers() async throws {
        let (first, stolen) = try await pair(.admin, "stolen")
        let kept = try await join(3, .reader, by: first, name: "kept")
        try await write(first, "a0", "old", readBy: stolen, kept)
        let copy = remote.tip
        let new = try await join(4, .reader, by: first, name: "new")
        _ = try await first.vault.remove("stolen", on: first.view)
        try await write(first, "a0", "after the removal", readBy: kept, new)
        remote.restore(copy)
        for device in [first, kept, new] { #expect(try await stopped(device)) }
        // A removed member is an admin of the shown line, and may sign nothing that others believe.
        #expect(try await !stopped(stolen))
        let evil = await base.problem { _ = try await self.accept(stolen) }
        #expect(evil == "nothingLost")

        let older = try await first.vault.olderState(on: first.view)
        #expect(older.added == ["new"] && older.removed == ["stolen"])
        _ = try await first.vault.acceptOlder(older, on: first.view)
        try await round(first, kept, new)
        #expect(try await stolen.vault.round(on: stolen.view).end == .notMember)
        for device in [first, kept, new] {
            #expect(secrets(device) == ["a0": "after the removal"])
            let names = try await device.vault.status().devices.map(\.name)
            #expect(Set(names) == ["first", "", "kept", "new"])
        }
        #expect(secrets(stolen) == ["a0": "old"])
    }

    /// S23: a removed admin, whose removal the remote no longer has.
    @Test func believesNoAdminThatWasRemoved() async throws {
        let (first, stolen) = try await pair(.admin, "stolen")
        let kept = try await join(3, .reader, by: first, name: "kept")
        let copy = remote.tip
        try await write(first, "a0", "1", readBy: stolen, kept)
        _ = try await first.vault.remove("stolen", on: first.view)
        try await round(first, kept)
        remote.restore(copy)
        // It has read the lost entries except for its own removal.
        #expect(try await stopped(stolen))
        _ = try await accept(stolen)
        try await round(stolen)
        for device in [first, kept] { #expect(try await stopped(device)) }
        // The others are not lost by that.
        let older = try await first.vault.olderState(on: first.view)
        #expect(older.removed == ["stolen"])
        _ = try await first.vault.acceptOlder(older, on: first.view)
        try await round(first, kept)
        #expect(try await stolen.vault.round(on: stolen.view).end == .notMember)
    }

    /// S23: a device that has read more than the admin stays stopped, and can accept it itself if
    /// it is one.
    @Test func doesNotSpeakForWhoHasReadMore() async throws {
        let (first, second) = try await pair(.admin, "second")
        let copy = remote.tip
        try await write(first, "a0", "1", readBy: second)
        try await write(second, "a1", "2")
        _ = try await putBack(copy, by: first)
        try await round(first)
        for _ in 0..<2 { #expect(try await stopped(second)) }
        #expect(try await accept(second) == 1)
        try await round(second, first)
        #expect(secrets(first) == ["a0": "1", "a1": "2"])
    }

    /// S23: a statement is good once: a device that has followed it does not go back to it.
    @Test func believesNoStatementTwice() async throws {
        let (first, reader) = try await pair(.reader, "reader")
        let copy = remote.tip
        try await write(first, "a0", "1", readBy: reader)
        _ = try await putBack(copy, by: first)
        let statement = remote.tip
        try await round(first, reader)
        try await write(first, "a0", "2", readBy: reader)
        remote.restore(statement)
        for device in [first, reader] {
            for _ in 0..<2 { #expect(try await stopped(device)) }
        }
    }

    @Test func asksNobodyForWhatIsNotLost() async throws {
        let (first, reader) = try await pair(.reader, "reader")
        first.write("a0", "1")
        let copy = remote.tip
        try await round(first, reader)
        #expect(await base.problem { _ = try await self.accept(first) } == "nothingLost")
        remote.restore(copy)
        #expect(await base.problem { _ = try await self.accept(reader) } == "onlyAdminsAccept")
        first.view.fault = .away
        #expect(await base.problem { _ = try await self.accept(first) } != nil)
        first.keychain.setLocked(true)
        let tip = remote.tip
        #expect(await base.problem { _ = try await self.accept(first) }?.contains("locked") == true)
        #expect(remote.tip == tip)
        first.keychain.setLocked(false)
        _ = try await accept(first)
        try await round(first, reader)
    }

    /// A member that is locked waits, and loses nothing.
    @Test func waitsForAnUnlockedKeychain() async throws {
        let (first, second) = try await pair(.writer, "second")
        let copy = remote.tip
        try await write(first, "a0", "1", readBy: second)
        _ = try await putBack(copy, by: first)
        try await round(first)
        second.keychain.setLocked(true)
        let problem = await base.problem { _ = try await second.vault.round(on: second.view) }
        #expect(problem?.contains("locked") == true)
        second.keychain.setLocked(false)
        try await round(second)
        #expect(secrets(second) == ["a0": "1"])
    }

    /// The command was stopped, or its answer was lost: the same command continues.
    @Test(arguments: [VaultView.Fault.lostRequest, .lostAnswer])
    func goesOnAfterAnInterruption(_ fault: VaultView.Fault) async throws {
        let (first, stolen) = try await pair(.admin, "stolen")
        let copy = remote.tip
        _ = try await first.vault.remove("stolen", on: first.view)
        try await write(first, "a0", "1")
        remote.restore(copy)
        #expect(try await stopped(first))
        let older = try await first.vault.olderState(on: first.view)
        first.view.fault = fault
        _ = try? await first.vault.acceptOlder(older, on: first.view)
        if try await stopped(first) { _ = try await accept(first) }
        try await round(first)
        #expect(try await stolen.vault.round(on: stolen.view).end == .notMember)
        #expect(secrets(first) == ["a0": "1"])
    }

    /// Every admin is gone or stopped: the recovery key makes a stopped reader an admin.
    @Test(arguments: [true, false])
    func recoversAStoppedMember(_ isLostMember: Bool) async throws {
        let first = try await base.first()
        var copy = remote.tip
        let reader = try await join(2, .reader, by: first, name: "reader")
        if !isLostMember { copy = remote.tip }
        let other = try await join(3, .reader, by: first, name: "other")
        try await write(first, "a0", "1", readBy: reader, other)
        remote.restore(copy)
        for device in [reader, other] { #expect(try await stopped(device)) }
        #expect(await base.problem { _ = try await self.code(reader) } != nil)

        let wrong = await base.problem { try await self.recover(reader, with: 9) }
        #expect(wrong == "recoveryKeyRefused")
        try await recover(reader, with: 7)
        #expect(try await stopped(reader))
        let older = try await reader.vault.olderState(on: reader.view)
        #expect(older.added == ["other"])
        _ = try await reader.vault.acceptOlder(older, on: reader.view)
        try await round(reader, other)
        #expect(secrets(other) == ["a0": "1"])
        // The machine that is lost is removed, and another one let in.
        #expect(try await reader.vault.remove("first", on: reader.view).name == "first")
        let new = try await join(5, .writer, by: reader, name: "new")
        #expect(secrets(new) == ["a0": "1"])
        // An admin that is not stopped needs no recovery key.
        let needless = await base.problem { try await self.recover(reader, with: 7) }
        #expect(needless == "alreadySetUp")
    }

    private func recover(_ device: Device, with byte: UInt8) async throws {
        try await device.vault.recover(
            base.settings,
            with: base.recovery(byte),
            name: "reader",
            on: device.view
        )
    }

    private func code(_ device: Device) async throws -> InviteCode { try await base.code(device) }

    /// The program keeps running, with the memory of the old line.
    @Test func goesOnInASession() async throws {
        let (first, second) = try await pair(.writer, "second")
        let session = SyncSession(second.keychain, on: second.view, at: base.settings) {
            () throws(KeychainError) in try second.keychain.keychain.syncMark
        }
        try await write(first, "a0", "old")
        #expect(try await session.round().end == .upToDate(waiting: 0))
        let copy = remote.tip
        first.write("a0", "new")
        try await write(first, "a1", "made since")
        #expect(try await session.round().end == .upToDate(waiting: 0))
        remote.restore(copy)
        #expect(try await session.round().end.isAlarm)
        #expect(try await stopped(first))
        _ = try await accept(first)
        let round = try await session.round()
        #expect(round.end == .upToDate(waiting: 0) && round.ended == .wentBack)
        #expect(round.sentAgain == 2)
        try await self.round(first)
        #expect(try await session.round().end == .upToDate(waiting: 0))
        #expect(secrets(first) == ["a0": "new", "a1": "made since"])
        #expect(secrets(second) == secrets(first))
    }
}
