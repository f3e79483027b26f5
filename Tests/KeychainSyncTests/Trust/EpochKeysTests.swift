@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The keys that each member is given, and those that members refuse (sync-format.md §3 and §4).
@Suite struct EpochKeysTests {
    /// The keys that came with the newest entry of the members.
    private func newest(_ vault: MemoryVault, _ log: VaultLog) async throws -> KeyWraps {
        let path = VaultPath.wraps(await log.membership.count - 1)
        let bytes = try #require(vault.state(vault.tip).files[path])
        return try #require(KeyWraps(bytes))
    }

    private func present(_ log: VaultLog) async -> [DeviceID] {
        await log.membership.members.keys.sorted()
    }

    /// S1, S5, S8.
    @Test func newKeysAreForThoseWhoStay() async throws {
        let vault = MemoryVault()
        let members = try await VaultMember.two(vault)
        let (log, other) = (try members[0].log(), try members[1].log().device)
        _ = try await log.head()
        #expect(try await newest(vault, log).wraps.map(\.device) == [other])
        try await log.change(.rotate)
        #expect(try await newest(vault, log).wraps.map(\.device) == present(log))
        try await log.change(.remove(other))
        let wraps = try await newest(vault, log)
        #expect(wraps.epochs == [3])
        #expect(wraps.wraps.map(\.device) == (await present(log)))
        #expect(!wraps.wraps.contains { $0.device == other })
        var secrets: [SyncSecret] = []
        for keys in await log.ring.epochs.values {
            secrets += [keys.log, keys.early, try #require(keys.unlocked)]
        }
        #expect(secrets.count == 9)
        for (index, secret) in secrets.enumerated() {
            #expect(!secrets[..<index].contains { $0.matches(secret) })
        }
    }

    /// The forgeries that an admin can make of the keys of a rotation.
    enum Forgery: String, CaseIterable {
        case none, others, otherLog, otherEarly, otherUnlocked, otherEpoch, laterEpoch
        case otherNames, otherNamesAnnounced, otherDigest, notForAll
    }

    private func rotation(
        _ log: VaultLog,
        _ forgery: Forgery
    ) async throws -> [VaultFileChange] {
        let (trust, ring) = (await log.trust, await log.ring)
        let (vault, count) = (trust.vault, trust.membership.count)
        let keys = EpochKeys.random(.system)
        let everybody = trust.membership.members.values.map(\.certificate)
        let (names, others) = (try #require(ring.name), SyncSecret.random(.system))
        let wraps = try KeyWraps(
            [forgery == .otherEpoch ? 1 : forgery == .laterEpoch ? 3 : 2: keys],
            [.otherNames, .otherNamesAnnounced].contains(forgery) ? others : names,
            in: vault,
            to: forgery == .notForAll ? everybody.filter { $0.id == log.device } : everybody
        ).encoded
        let wrong = EpochKeys.random(.system)
        let announced =
            switch forgery {
            case .others: wrong
            case .otherLog:
                EpochKeys(log: wrong.log, early: keys.early, unlocked: keys.unlocked)
            case .otherEarly:
                EpochKeys(log: keys.log, early: wrong.early, unlocked: keys.unlocked)
            case .otherUnlocked:
                EpochKeys(log: keys.log, early: keys.early, unlocked: wrong.unlocked)
            default: keys
            }
        let entry = try MembershipEntry(
            number: count,
            previous: try #require(trust.membership.moments.last?.hash),
            author: log.device,
            position: trust.position,
            wraps: forgery == .otherDigest ? SyncDigest.zero : SyncDigest.of(wraps),
            change: .rotate,
            newEpoch: EpochChecks(
                announced,
                forgery == .otherNamesAnnounced ? others : names,
                of: 2,
                in: vault
            )
        ).signed(by: await log.keys, in: vault)
        let head = VaultHead(sequence: trust.position.sequence, membership: count + 1)
        return [
            VaultFileChange(VaultPath.membership(count), entry.encoded),
            VaultFileChange(VaultPath.wraps(count), wraps),
            VaultFileChange(VaultPath.head, head.encoded),
        ]
    }

    /// S5, S7, S8: no member writes under keys that others may not have.
    @Test(arguments: Forgery.allCases) func takesOnlyAnnouncedKeys(
        _ forgery: Forgery
    ) async throws {
        let members = try await VaultMember.two(MemoryVault())
        try await members[1].synchronize()
        let log = try members[0].log()
        _ = try await log.head()
        let (view, files) = (members[0].view, try await rotation(log, forgery))
        #expect(await view.commit(files, onto: try await view.snapshot()) == .committed)
        let expected: SyncRound.End =
            switch forgery {
            case .none: .upToDate(waiting: 0)
            case .others, .otherLog, .otherEarly, .otherUnlocked, .otherNames,
                .otherNamesAnnounced, .otherDigest, .otherEpoch, .laterEpoch:
                .alarm(.keys)
            case .notForAll: .keysMissing
            }
        #expect(try await members[1].synchronize() == expected)
        let epoch = try await members[1].log().membership.epoch
        #expect(epoch == (forgery == .none ? 2 : 1))
    }

    enum Gift: CaseIterable { case right, otherNames, otherKeys }

    /// S5: the member that adds a device cannot give it other keys than all others have, also not
    /// the one of names, which the device gets once.
    @Test(arguments: Gift.allCases) func tellsNewMembersTheSame(_ gift: Gift) async throws {
        let members = try await VaultMember.two(MemoryVault())
        let log = try members[0].log()
        _ = try await log.head()
        let (trust, ring) = (await log.trust, await log.ring)
        let (vault, count) = (trust.vault, trust.membership.count)
        let newcomer = try DeviceKeys(entropy: .system)
        let wraps = try KeyWraps(
            [1: gift == .otherKeys ? .random(.system) : try #require(ring.epochs[1])],
            gift == .otherNames ? .random(.system) : try #require(ring.name),
            in: vault,
            to: [newcomer.certificate]
        ).encoded
        let entry = try MembershipEntry(
            number: count,
            previous: try #require(trust.membership.moments.last?.hash),
            author: log.device,
            position: trust.position,
            wraps: SyncDigest.of(wraps),
            change: .add(newcomer.certificate, .reader, name: []),
            newEpoch: nil
        ).signed(by: await log.keys, in: vault)
        let head = VaultHead(sequence: trust.position.sequence, membership: count + 1)
        let files = [
            VaultFileChange(VaultPath.membership(count), entry.encoded),
            VaultFileChange(VaultPath.wraps(count), wraps),
            VaultFileChange(VaultPath.head, head.encoded),
        ]
        let view = members[0].view
        #expect(await view.commit(files, onto: try await view.snapshot()) == .committed)
        // The second device restarts, as the new one.
        let second = members[1]
        try second.device.replaceState(by: newcomer.rows + VaultLog.rows(joining: vault))
        let expected = gift == .right ? SyncRound.End.upToDate(waiting: 0) : .alarm(.keys)
        #expect(try await second.synchronize() == expected)
    }
}
