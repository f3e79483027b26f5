import Foundation
import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The findings of an examination, which changes no item.
extension SyncedVaultTests {
    private func examine(_ device: Device) async throws -> VaultReport {
        try await device.vault.examine(on: device.view)
    }

    @Test func findsNothingWhereAllIsWell() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let report = try await examine(first)
        #expect(report.problem == nil && report.isUnlocked && report.role == .admin)
        #expect(report.unread == 0 && report.unsent == 0 && report.ahead == 0)
        #expect(report.unreadable.isEmpty && report.invites.isEmpty)
        #expect(report.status == (try await first.vault.status()))
    }

    @Test func findsWhatWaits() async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first, uses: 3))
        #expect(try await examine(second).status.isWaiting)
        _ = try await first.vault.round(on: first.view)
        _ = try await second.vault.round(on: second.view)
        second.write("a0", "1")
        _ = try await second.vault.round(on: second.view)
        // It was verified now, and is read by a round only.
        var report = try await examine(first)
        #expect(report.unread == 1 && report.invites.map(\.used) == [1])
        #expect(first.keychain.items().isEmpty)
        _ = try await first.vault.round(on: first.view)
        #expect(try await examine(first).unread == 0)
        second.view.fault = .lostRequest
        second.write("a1", "2")
        _ = try await second.vault.round(on: second.view)
        #expect(try await examine(second).unsent == 1)
        first.view.fault = .away
        report = try await examine(first)
        guard case .offline = report.problem else {
            Issue.record("it was away")
            return
        }
        first.keychain.setLocked(true)
        report = try await examine(first)
        #expect(!report.isUnlocked && report.unreadable.isEmpty)
        first.keychain.setLocked(false)
        try first.vault.setPaused(true)
        first.view.fault = .away
        _ = try await examine(first)
        // The remote was not asked.
        #expect(first.view.fault != nil)
    }

    /// A version from a clock that is three days ahead.
    @Test func findsClocksThatAreAhead() async throws {
        let first = try await first()
        clock.now += 3 * 86_400
        first.keychain.setLocked(false)
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        clock.now -= 3 * 86_400
        let report = try await examine(first)
        #expect(report.ahead == 3 * 86_400)
        #expect(report.early.map(\.date.timeIntervalSince1970) == [clock.now + 3 * 86_400])
    }

    enum BadRecord: CaseIterable { case ofAnotherForm, tooLong }

    /// A member with a newer version, or a hostile one, writes a record that this version cannot
    /// read.
    @Test(arguments: BadRecord.allCases)
    func namesWhoWroteARecordThatNobodyCanRead(_ bad: BadRecord) async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        _ = try await first.vault.round(on: first.view)
        second.write("a0", "1")
        _ = try await second.vault.round(on: second.view)
        let log = try second.vault.log(on: second.view)
        let head = try await log.head()
        let id = ItemID(1, 2)
        var record = try log.sealing.seal(SecretBytes([9, 9, 9]), of: id, whenUnlocked: true)
        if bad == .tooLong { record += [UInt8](repeating: 7, count: 2_000_000) }
        let attempt = CommitAttempt(
            author: log.device,
            number: head.written[log.device, default: 0] + 1,
            sequence: head.sequence + 1,
            membership: head.membership,
            changes: [CommitAttempt.Change(id: id, record: record)]
        )
        #expect(await log.commit(attempt) == .committed)
        _ = try await first.vault.round(on: first.view)
        let item = SyncedVault.digits(id.bytes)
        let expected = VaultReport.Unreadable(item: item, device: "second")
        #expect(try await examine(first).unreadable == [expected])
        // It takes no room here that a member could not have taken with items.
        let state = try first.keychain.state()
        #expect(state.values.allSatisfy { $0.count <= VaultSealing.maximumLength })
        // The other item is as it should be.
        #expect(first.keychain.items().map(\.secret) == ["1"])
        first.view.fault = .away
        #expect(try await examine(first).unreadable.map(\.item) == [item])
    }

    @Test func reportsAlarms() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        first.view.frozen = 1
        guard case .alarm(.wentBack) = try await examine(first).problem else {
            Issue.record("it went back")
            return
        }
        #expect(try await first.vault.status().alarm == .wentBack)
    }
}
