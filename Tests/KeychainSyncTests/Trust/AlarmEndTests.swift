import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The end of an alarm: as soon as the engine shows a state that continues the verified one, and
/// never before (sync-format.md §7, S22).
@Suite struct AlarmEndTests {
    private func item(_ account: String, _ secret: String) -> SimItem {
        SimItem(account: account, secret: secret, accessible: "ck")
    }

    private func alarm(_ member: VaultMember) async throws -> TrustAlarm? {
        try await member.log().trust.alarm
    }

    private func ended(_ member: VaultMember) throws -> TrustAlarm? {
        try EndedAlarm(member.device.state())?.alarm
    }

    @Test(arguments: VaultLieTests.lies)
    func endsWithTheTruth(_ lie: VaultLieTests.Lie) async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        lie.begin(vault, to: members[1])
        for _ in 0..<3 {
            #expect(try await members[1].synchronize() == .alarm(lie.alarm))
            #expect(try await alarm(members[1]) == lie.alarm)
        }
        #expect(try ended(members[1]) == nil)
        // Others continue meanwhile: a later state that continues what was verified will do.
        #expect(members[0].device.write([item("a1", "later")]))
        try await members[0].synchronize()
        members[1].view.lie = nil
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0))
        #expect(try await alarm(members[1]) == nil)
        #expect(try ended(members[1]) == lie.alarm)
        #expect(members[1].device.items() == members[0].device.items())
    }

    /// The rounds that follow an alarm store nothing, or each would begin the next one at once.
    @Test func lastsQuietly() async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        members[1].view.frozen = vault.tip - 1
        #expect(try await members[1].synchronize() == .alarm(.wentBack))
        let mark = try members[1].keychain.changeMark
        for _ in 0..<2 { #expect(try await members[1].synchronize() == .alarm(.wentBack)) }
        #expect(try members[1].keychain.changeMark == mark)
    }

    /// An engine that does not answer shows nothing.
    @Test func staysWhileNobodyAnswers() async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        members[1].view.frozen = vault.tip - 1
        #expect(try await members[1].synchronize() == .alarm(.wentBack))
        members[1].view.frozen = nil
        members[1].view.fault = .away
        #expect(try await members[1].synchronize() == .alarm(.wentBack))
        #expect(try await alarm(members[1]) == .wentBack)
    }

    /// Another line of the same length, or a longer one, is not a return.
    @Test(arguments: [1, 3]) func staysOnAnotherLine(_ length: Int) async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        for member in members { member.view.line = vault.tip }
        // The second one alone sees this line.
        members[0].view.line = nil
        #expect(members[1].device.write([item("b0", "mine")]))
        try await members[1].synchronize()
        members[1].view.line = nil
        #expect(try await members[1].synchronize() == .alarm(.wentBack))
        for number in 0..<length {
            #expect(members[0].device.write([item("a1", "\(number)")]))
            try await members[0].synchronize()
        }
        for _ in 0..<2 { #expect(try await members[1].synchronize() == .alarm(.chain)) }
        #expect(try ended(members[1]) == nil)
    }

    /// A record that was changed is read again before the alarm about it ends, also one that the round
    /// itself would not read.
    @Test(arguments: [true, false])
    func readsEveryRecordBeforeItEnds(_ isMissing: Bool) async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        let name = try #require(
            vault.state(vault.tip).files.keys.first { $0.hasPrefix("items/") }
        )
        let tell: (VaultView.Files) -> VaultView.Files = { files in
            var files = files
            files[name] = isMissing ? nil : [1, 2, 3]
            return files
        }
        // The record was read before: only the alarm makes this device read it again.
        members[1].view.lie = { _ in [:] }
        #expect(try await members[1].synchronize() == .alarm(.wentBack))
        members[1].view.lie = tell
        let found = TrustAlarm.malformed
        for _ in 0..<2 {
            #expect(
                try await members[1].synchronize() == .alarm(isMissing ? found : .record)
            )
        }
        members[1].view.lie = nil
        #expect(try await members[1].synchronize() == .upToDate(waiting: 0))
        #expect(try ended(members[1]) == (isMissing ? found : .record))
    }
}
