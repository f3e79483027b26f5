import Foundation
import PortableKeychain
import Testing

@_spi(Mutants) @testable import KeychainSync

/// The stamps of mirrors: their form, and who may sign what (sync-format.md §6.1, S30 to S32).
@Suite struct MirrorStampTests {
    static func stamp(
        root: MirrorTree.Link = MirrorTree.Link(to: []),
        validity: UInt32 = 3600,
        time: UInt64 = 1_000_000_000_000
    ) -> MirrorStamp {
        var stamp = MirrorStamp(
            vault: VaultID(1, 2),
            time: time,
            validity: validity,
            members: .init(sequence: 3, hash: [UInt8](repeating: 3, count: 32)),
            end: .init(sequence: 5, hash: [UInt8](repeating: 5, count: 32)),
            root: root,
            author: DeviceID(6, 7)
        )
        stamp.signature = [UInt8](repeating: 9, count: 64)
        return stamp
    }

    @Test func isReadAsItWasWritten() throws {
        let stamp = Self.stamp()
        #expect(stamp.encoded.count == MirrorStamp.length)
        #expect(MirrorStamp(stamp.encoded) == stamp)
        #expect(MirrorStamp(stamp.encoded + [0]) == nil)
        #expect(MirrorStamp(stamp.encoded.dropLast()) == nil)
        #expect(MirrorStamp([2] + stamp.encoded.dropFirst()) == nil)
    }

    @Test(arguments: [(0, false), (59, false), (60, true), (2_592_000, true), (2_592_001, false)])
    func boundsItsValidity(_ validity: UInt32, _ isRead: Bool) {
        #expect((MirrorStamp(Self.stamp(validity: validity).encoded) != nil) == isRead)
    }

    @Test(arguments: [(-3601, false), (-3600, true), (0, true), (3600, true), (3601, false)])
    func isValidForATime(_ seconds: Double, _ isValid: Bool) {
        let stamp = Self.stamp()
        #expect(stamp.isValid(at: stamp.date.addingTimeInterval(seconds)) == isValid)
    }

    /// Caches can be of different ages, and two states of one time have no order.
    ///
    /// Two mirrors of one state
    /// can have any times.
    @Test func followsEarlierStampsAlone() {
        let stamp = Self.stamp()
        let other = MirrorTree.Link(to: [1])
        #expect(stamp.follows(nil) && stamp.follows(stamp))
        #expect(!Self.stamp(root: other).follows(stamp))
        #expect(Self.stamp(root: other, time: 1_000_000_000_001).follows(stamp))
        #expect(!Self.stamp(root: other, time: 999_999_999_999).follows(stamp))
        #expect(Self.stamp(time: 999_999_999_999).follows(stamp))
    }

    // MARK: What a member believes

    private struct Draft {
        var vault: VaultID
        var members: MembershipEntry.Position
        var end: MembershipEntry.Position
        var author: DeviceKeys
        var named: DeviceID?

        func signed() throws -> MirrorStamp {
            try MirrorStamp(
                vault: vault,
                time: 1,
                validity: 60,
                members: members,
                end: end,
                root: MirrorTree.Link(to: []),
                author: named ?? author.id
            ).signed(by: author, in: vault)
        }
    }

    private func draft(_ fixture: TrustFixture) -> Draft {
        let membership = fixture.trust.membership
        return Draft(
            vault: fixture.vault,
            members: .init(sequence: membership.count, hash: membership.moments.last?.hash ?? []),
            end: fixture.trust.position,
            author: fixture.writer
        )
    }

    /// Each is refused by its check alone.
    @Test(arguments: [
        TrustAlarm.otherVault, .membership, .chain, .notEntitled, .signature,
    ]) func refusesForgeries(_ alarm: TrustAlarm) throws {
        let fixture = try TrustFixture()
        var draft = draft(fixture)
        try fixture.trust.check(draft.signed(), rules: .standard)
        switch alarm {
        case .otherVault: draft.vault = VaultID(8, 8)
        case .membership: draft.members.sequence += 1
        case .chain: draft.end.sequence += 1
        case .notEntitled: draft.author = fixture.reader
        default: draft.named = fixture.admin.id
        }
        let stamp = try draft.signed()
        #expect(throws: alarm) { try fixture.trust.check(stamp, rules: .standard) }
        if alarm == .otherVault {
            // The signature is of another vault, too.
            #expect(throws: TrustAlarm.signature) {
                try fixture.trust.check(stamp, rules: .without(alarm))
            }
        } else {
            #expect(throws: Never.self) { try fixture.trust.check(stamp, rules: .without(alarm)) }
        }
    }

    @Test func refusesOtherDigestsAtTheSamePlaces() throws {
        let fixture = try TrustFixture()
        var draft = draft(fixture)
        draft.members.hash = SyncDigest.of([1])
        #expect(throws: TrustAlarm.membership) {
            try fixture.trust.check(draft.signed(), rules: .standard)
        }
        draft = self.draft(fixture)
        draft.end.hash = SyncDigest.of([1])
        #expect(throws: TrustAlarm.chain) {
            try fixture.trust.check(draft.signed(), rules: .standard)
        }
    }

    @Test(arguments: [
        (SyncRole.admin, true), (.writer, true), (.publisher, true), (.reader, false),
        (.recovery, false),
    ]) func believesSomeRoles(_ role: SyncRole, _ isBelieved: Bool) throws {
        var fixture = try TrustFixture()
        let keys = try DeviceKeys(entropy: fixture.entropy)
        try fixture.append(.add(keys.certificate, role, name: []))
        var draft = draft(fixture)
        draft.author = keys
        let stamp = try draft.signed()
        if isBelieved {
            try fixture.trust.check(stamp, rules: .standard)
        } else {
            #expect(throws: TrustAlarm.notEntitled) {
                try fixture.trust.check(stamp, rules: .standard)
            }
        }
    }

    /// One that was removed signs no more.
    @Test func refusesAFormerMember() throws {
        var fixture = try TrustFixture()
        try fixture.append(.remove(fixture.writer.id), newKeys: true)
        let stamp = try draft(fixture).signed()
        #expect(throws: TrustAlarm.notEntitled) {
            try fixture.trust.check(stamp, rules: .standard)
        }
    }
}
