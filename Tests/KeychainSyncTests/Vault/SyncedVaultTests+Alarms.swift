import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

@testable import KeychainSync

/// The messages and actions of a device that was stopped.
extension SyncedVaultTests {
    /// A first device that has seen more than its remote shows now.
    func stopped() async throws -> Device {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        first.view.frozen = 1
        #expect(try await first.vault.round(on: first.view).end == .alarm(.wentBack))
        return first
    }

    /// No device could admit a machine with its code.
    @Test func makesNoCodeWhileItIsStopped() async throws {
        let first = try await stopped()
        let stopped = "alarm(KeychainSync.TrustAlarm.wentBack)"
        #expect(await problem { _ = try await code(first) } == stopped)
        first.view.fault = .away
        #expect(await problem { _ = try await code(first) } == stopped)
        #expect(try first.vault.waitingInvites().isEmpty)
        // The alarm is over as soon as a device looks.
        first.view.frozen = nil
        _ = try await code(first)
        #expect(try first.vault.waitingInvites().count == 1)
        #expect(try await first.vault.status().alarm == nil)
    }

    @Test func saysThatAnAlarmHasEnded() async throws {
        let first = try await stopped()
        #expect(try await first.vault.status().endedAlarm == nil)
        first.view.frozen = nil
        clock.now += 60
        let round = try await first.vault.round(on: first.view)
        #expect(round.end == .upToDate(waiting: 0) && round.ended == .wentBack)
        let ended = EndedAlarm(alarm: .wentBack, time: Date(timeIntervalSince1970: clock.now))
        #expect(try await first.vault.status().endedAlarm == ended)
        #expect(try await first.vault.round(on: first.view).ended == nil)
    }

    /// Another vault at the address is called that, also a shorter or a longer one.
    @Test func namesAnotherVault() async throws {
        let first = try await first()
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let other = MemoryVault()
        let stranger = try device(8, on: other)
        let key = recovery(8)
        try await stranger.vault.setUp(settings, name: "s", recovery: key, on: stranger.view)
        first.view.move(to: other)
        #expect(try await first.vault.round(on: first.view).end == .alarm(.otherVault))
        for number in 0..<2 {
            stranger.write("b\(number)", "2")
            _ = try await stranger.vault.round(on: stranger.view)
            #expect(try await first.vault.round(on: first.view).end == .alarm(.otherVault))
        }
        first.view.move(to: remote)
        #expect(try await first.vault.round(on: first.view).end == .upToDate(waiting: 0))
    }

    /// A remote that shows each of two devices a line of its own, and then one of them the other's.
    @Test func keepsTheTwoHeadsOfAFork() async throws {
        let first = try await first()
        let second = try device(2)
        try await join(second, try await code(first))
        for device in [first, second] { _ = try await device.vault.round(on: device.view) }
        #expect(try await first.vault.status().evidence == nil)
        let copy = remote.tip
        first.write("a0", "1")
        _ = try await first.vault.round(on: first.view)
        let (own, line) = (try await first.vault.status().digest, remote.tip)
        remote.restore(copy)
        second.write("b0", "2")
        _ = try await second.vault.round(on: second.view)
        let other = try await second.vault.status().digest
        clock.now += 60
        let evidence = VaultEvidence(
            alarm: .chain,
            time: Date(timeIntervalSince1970: clock.now),
            verified: .init(commits: 1, digest: own),
            shown: 1,
            other: .init(commits: 1, digest: other),
            device: "second"
        )
        #expect(own != other)
        #expect(try await first.vault.round(on: first.view).end == .alarm(.chain))
        #expect(try await first.vault.status().evidence == evidence)
        // It stays when the alarm is over, and is none for the other device.
        clock.now += 60
        remote.restore(line)
        #expect(try await first.vault.round(on: first.view).end == .upToDate(waiting: 0))
        #expect(try await first.vault.status().evidence == evidence)
    }

    /// A shorter log shows no entry in the place of another one.
    @Test func keepsHowMuchWasShown() async throws {
        let first = try await stopped()
        let status = try await first.vault.status()
        let evidence = try #require(status.evidence)
        #expect(evidence.alarm == .wentBack && evidence.other == nil && evidence.shown == 0)
        #expect(evidence.verified == .init(commits: 1, digest: status.digest))
        // A row of a newer version is none.
        for bytes in [[], [1], [UInt8](repeating: 0xFF, count: 57)] as [[UInt8]] {
            try first.keychain.keep([.put(AlarmEvidence.name, SecretBytes(bytes))])
            #expect(try await first.vault.status().evidence == nil)
        }
    }

    /// Any reader can seal an entry; only a signature says who wrote it.
    @Test func namesNobodyWithoutASignature() async throws {
        let vault = MemoryVault()
        let members = try await VaultLieTests.members(vault)
        let log = try members[0].log()
        _ = try await log.head()
        let entry = try #require(try await log.verifiedEntries().last)
        let trust = await log.trust
        let attempt = CommitAttempt(
            author: entry.author,
            number: trust.written[entry.author, default: 0] + 1,
            sequence: entry.sequence + 1,
            membership: trust.membership.count,
            changes: [.init(id: entry.changes[0].id, record: nil)]
        )
        let forged = try SignedEntry(
            attempt,
            previous: entry.hash,
            membership: entry.membership
        ).signed(by: DeviceKeys(entropy: .system), in: trust.vault)
        let key = try #require(await log.ring.epochs[1]?.log)
        let sealed = try forged.sealed(under: key, in: trust.vault, entropy: .system)
        let head = VaultHead(sequence: entry.sequence + 1, membership: 3).encoded
        members[1].view.lie = { files in
            files.merging([VaultPath.entry(entry.sequence + 1): sealed, "head": head]) { $1 }
        }
        #expect(try await members[1].synchronize() == .alarm(.signature))
        let evidence = try #require(AlarmEvidence(members[1].device.state()))
        #expect(evidence.alarm == .signature && evidence.entry == nil && evidence.shown == 3)
    }
}
