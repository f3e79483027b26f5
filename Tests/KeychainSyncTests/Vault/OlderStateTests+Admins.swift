import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The view and the actions of admins where a remote was put back, and another device interferes.
extension OlderStateTests {
    /// An engine cannot turn the alarm into "does not answer" by answering less.
    @Test(arguments: 0...2) func hidesNoAlarm(_ answers: Int) async throws {
        let first = try await base.first()
        let copy = remote.tip
        try await write(first, "a0", "new")
        remote.restore(copy)
        #expect(try await stopped(first))
        let silent = WatchedEngine(first.view, answers: answers)
        #expect(try await first.vault.round(on: silent).end.isAlarm)
    }

    /// Two admins say yes at the same time: no change of the members is made twice.
    @Test func twoAdminsAcceptAtTheSameTime() async throws {
        let (first, second) = try await pair(.admin, "second")
        let copy = remote.tip
        let third = try await join(3, .writer, by: first, name: "third")
        try await write(first, "a0", "new", readBy: second, third)
        remote.restore(copy)
        for device in [first, second, third] { #expect(try await stopped(device)) }
        let older = [
            try await first.vault.olderState(on: first.view),
            try await second.vault.olderState(on: second.view),
        ]
        #expect(older.map(\.added) == [["third"], ["third"]])
        _ = try await first.vault.acceptOlder(older[0], on: first.view)
        _ = try await second.vault.acceptOlder(older[1], on: second.view)
        try await round(first, second, third, first)
        for device in [first, second, third] { #expect(secrets(device) == ["a0": "new"]) }
        // And what was decided on an earlier state is not signed.
        let tip = remote.tip
        let log = try second.vault.log(on: second.view)
        let certificate = try #require(
            await log.membership.members[third.vault.log(on: third.view).device]?.certificate
        )
        await #expect(throws: EngineFailure.self) {
            try await log.change(.add(certificate, .writer, name: "third"))
        }
        #expect(remote.tip == tip)
        #expect(try await first.vault.remove("third", on: first.view).name == "third")
        await #expect(throws: EngineFailure.self) { try await log.change(.remove(certificate.id)) }
        try await round(first, second)
    }

    /// The round that finds the statement meets the new line first, of which no member has done anything
    /// wrong: the alarm that ends is the one that was shown, or that of an older state.
    @Test func endsTheAlarmOfTheOlderState() async throws {
        let (first, second) = try await pair(.writer, "second")
        let third = try await join(3, .reader, by: first, name: "third")
        try await round(second)
        let copy = remote.tip
        try await write(first, "a0", "new", readBy: second, third)
        remote.restore(copy)
        let shown = try await second.vault.round(on: second.view).end
        #expect(shown == .alarm(.wentBack))
        let evidence = try #require(try await second.vault.status().evidence)
        #expect(try await stopped(first))
        let older = try await first.vault.olderState(on: first.view)
        _ = try await first.vault.acceptOlder(older, on: first.view)
        // By now, the remote is not shorter than what the others have read.
        try await round(first)
        for account in ["a1", "b0", "b1"] { try await write(first, account, "1") }
        let session = SyncSession(third.keychain, on: third.view, at: base.settings) {
            () throws(KeychainError) in try third.keychain.keychain.syncMark
        }
        let ends = [
            try await second.vault.round(on: second.view), try await session.round(),
        ]
        for end in ends {
            #expect(end.end == .upToDate(waiting: 0))
            #expect(end.ended == .wentBack && end.sentAgain != nil)
        }
        for device in [second, third] {
            let status = try await device.vault.status()
            #expect(status.alarm == nil && status.endedAlarm?.alarm == .wentBack)
            #expect(secrets(device).count == 4)
        }
        #expect(try await second.vault.status().evidence == evidence)
        #expect(try await third.vault.status().evidence == nil)
    }

    /// A removed member puts the remote back and writes: the admin that accepts sees the name.
    @Test func namesWhoWasRemovedAndWritesAgain() async throws {
        let (first, thief) = try await pair(.writer, "stolen")
        let copy = remote.tip
        _ = try await first.vault.remove("stolen", on: first.view)
        try await round(first)
        remote.restore(copy)
        try await write(thief, "a0", "of the thief")
        #expect(try await stopped(first))
        #expect(try await first.vault.olderState(on: first.view).strangers == ["stolen"])
    }
}
