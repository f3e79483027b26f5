import Foundation
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import TestRounds
import Testing

@testable import KeychainSync

/// A log that is cut, and the devices that were there, were away, or join later (sync-format.md §5.1).
@Suite struct CutTests {
    typealias Device = SyncedVaultTests.Device

    let base = SyncedVaultTests()
    var remote: MemoryVault { base.remote }
    /// Cuts after some ten commits.
    private let often = CutLimits(base: 2000, perRecord: 0)

    private func device(_ seed: UInt64, _ cutting: CutLimits? = nil) throws -> Device {
        let plain = try base.device(seed)
        let vault = SyncedVault(
            plain.keychain,
            cutting: cutting ?? .standard,
            entropy: SeededSource.entropy(seed + 100)
        )
        return Device(keychain: plain.keychain, view: plain.view, vault: vault)
    }

    /// The device that begins the vault.
    private func first(_ cutting: CutLimits? = nil) async throws -> Device {
        let first = try device(1, cutting)
        try await first.vault.setUp(
            base.settings,
            name: "first",
            recovery: base.recovery(7),
            on: first.view
        )
        return first
    }

    private func join(_ seed: UInt64, _ name: String, by admin: Device) async throws -> Device {
        let device = try device(seed)
        try await base.join(device, try await base.code(admin), name: name)
        try await round(admin, device)
        return device
    }

    private func round(_ devices: Device...) async throws {
        for device in devices {
            let end = try await device.vault.round(on: device.view).end
            #expect(end == .upToDate(waiting: 0))
        }
    }

    private func cut(_ device: Device) async throws {
        #expect(try await device.vault.log(on: device.view).cut())
    }

    private func secrets(_ device: Device) throws -> [String: String] {
        var secrets: [String: String] = [:]
        for case .live(let item, _) in try device.keychain.content().entries.values {
            if let plain = SimItem(item) { secrets[plain.account] = plain.secret }
        }
        return secrets
    }

    /// Cuts and renewals are entries that the device has made, and are not to be read later.
    private func expectAllRead(_ device: Device) async throws {
        let ledger = try SyncLedger(device.keychain.state())
        let position = try await device.vault.log(on: device.view).trust.position
        #expect(ledger.cursor == position.sequence)
    }

    private var files: [String: [UInt8]] { remote.state(remote.tip).files }

    private func paths(_ folder: String) -> [String] {
        files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
    }

    // MARK: The length of the log

    @Test func isCutWhenItIsLong() async throws {
        let first = try await first(often)
        let second = try await join(2, "second", by: first)
        var longest = 0
        for number in 0..<60 {
            first.write("a", "\(number)")
            try await round(first, second)
            longest = max(longest, paths("log").count)
        }
        let head = try #require(VaultHead(files["head"] ?? []))
        #expect(head.cut > 40 && head.sequence > 60)
        try await expectAllRead(first)
        #expect(longest <= 12, "\(longest) entries")
        #expect(paths("log").first == VaultPath.entry(head.cut))
        #expect(try secrets(second) == ["a": "59"])
        let third = try await join(3, "third", by: first)
        #expect(try secrets(third) == ["a": "59"])
        let trails = try await [first, second, third].asyncTrails()
        #expect(Set(trails.map(\.end)).count == 1)
    }

    /// A device that only reads, or has not committed, leaves it to those that have.
    @Test func isCutByWhoHasCommitted() async throws {
        let first = try await first()
        let second = try device(2, often)
        try await base.join(second, try await base.code(first), name: "second")
        for number in 0..<20 {
            first.write("a", "\(number)")
            try await round(first, second)
        }
        #expect(VaultHead(files["head"] ?? [])?.cut == 0)
        second.write("b", "1")
        try await round(second)
        #expect(VaultHead(files["head"] ?? [])?.cut == 22)
    }

    @Test func isNotCutByAReader() async throws {
        let first = try await first()
        let reader = try device(2)
        let code = try await first.vault.invite(.reader, hours: 1, on: first.view)
        try await base.join(reader, code, name: "reader")
        first.write("a", "1")
        try await round(first, reader)
        let log = try reader.vault.log(on: reader.view)
        await #expect(throws: EngineFailure.notMember) { try await log.cut() }
        await #expect(throws: EngineFailure.notMember) { try await log.renewRecords() }
    }

    // MARK: Devices that were away

    /// Each of these was changed by one of two devices, or both, while the log was cut twice.
    @Test func bringsTogetherWhatChangedMeanwhile() async throws {
        let first = try await first()
        let second = try await join(2, "second", by: first)
        for name in ["kept", "theirs", "ours", "both", "gone there", "gone here", "edited gone"] {
            first.write(name, "old")
        }
        try await round(first, second)
        second.write("ours", "new")
        second.write("both", "ours")
        second.write("edited gone", "new")
        second.write("added here", "new")
        _ = second.keychain.delete("gone here")
        base.clock.now += 10
        first.write("theirs", "new")
        first.write("both", "theirs")
        first.write("added there", "new")
        _ = first.keychain.delete("gone there")
        _ = first.keychain.delete("edited gone")
        try await round(first)
        try await cut(first)
        first.write("kept", "old")
        first.write("theirs", "newest")
        try await round(first)
        try await cut(first)
        #expect(paths("log").count == 1)
        try await round(second, first, second)
        let expected = [
            "kept": "old", "theirs": "newest", "ours": "new", "both": "theirs",
            "edited gone": "new", "added here": "new", "added there": "new",
        ]
        #expect(try secrets(first) == expected)
        #expect(try secrets(second) == expected)
        let conflicts = try await second.vault.conflicts()
        #expect(conflicts.map(\.lost.device) == ["second"])
    }

    /// Only the records that differ are read.
    @Test func readsWhatChangedMeanwhile() async throws {
        let first = try await first()
        let second = try await join(2, "second", by: first)
        for number in 0..<50 { first.write("\(number)", "old") }
        try await round(first, second)
        first.write("7", "new")
        _ = first.keychain.delete("8")
        try await round(first)
        try await cut(first)
        let watched = WatchedEngine(second.view)
        #expect(try await second.vault.round(on: watched).end == .upToDate(waiting: 0))
        #expect(watched.read.count { $0.hasPrefix(VaultPath.items) } == 1)
        #expect(try secrets(second)["7"] == "new" && secrets(second).count == 49)
    }

    /// An engine that is observed is the one that forgets: another way would leave git's history.
    @Test func forgetsThroughAnObservedEngine() async throws {
        let first = try await first()
        first.write("a", "1")
        try await round(first)
        let watched = WatchedEngine(first.view)
        let observed = ObservedEngine(watched) { _ in }
        #expect(try await first.vault.log(on: observed).cut())
        #expect(watched.forgotten == [VaultPath.entry(1)])
    }

    // MARK: Interruptions

    /// The cut, or what it removes, gets lost; the next one removes the rest.
    @Test(arguments: [VaultView.Fault.lostRequest, .lostAnswer, .lateCopy], [true, false])
    func goesOnAfterAnInterruption(_ fault: VaultView.Fault, _ isFirst: Bool) async throws {
        let first = try await first()
        let second = try await join(2, "second", by: first)
        for number in 0..<5 {
            first.write("a", "\(number)")
            try await round(first)
        }
        (first.view.fault, first.view.laterFault) = isFirst ? (fault, nil) : (nil, fault)
        _ = try? await first.vault.log(on: first.view).cut()
        (first.view.fault, first.view.laterFault) = (nil, nil)
        first.write("a", "later")
        try await round(first, second)
        first.view.deliver()
        try await round(first, second)
        #expect(try secrets(second) == ["a": "later"])
        try await cut(first)
        #expect(paths("log").count == 1)
        try await round(second, first)
    }

    /// An engine says that it has made a commit, and has not.
    @Test func endsWithAnEngineThatDoesNothing() async throws {
        let first = try await first()
        first.write("a", "1")
        try await round(first)
        let log = try first.vault.log(on: first.view)
        try await log.change(.rotate)
        first.view.lie = { $0 }
        #expect(try await log.cut() == false)
        let renewal = try await log.renewRecords()
        #expect(renewal.done == 0 && renewal.rest == 1)
    }

    // MARK: Keys

    /// S8: what each device can open of all bytes that ever were on the remote.
    private func opened(by device: Device) async throws -> (records: Int, entries: Int, keys: Int) {
        let log = try device.vault.log(on: device.view)
        let (ring, vault, keys) = (await log.ring, await log.trust.vault, await log.keys)
        var found = (records: Set<[UInt8]>(), entries: Set<[UInt8]>(), keys: Set<[UInt8]>())
        for (path, bytes) in remote.states.flatMap(\.files) {
            let name = path.split(separator: "/").last ?? ""
            switch path.split(separator: "/").first {
            case "items":
                let id = ItemID(SyncVector.bytes(hex: name))
                if let id, (try? log.sealing.open(bytes, of: id)) != nil {
                    found.records.insert(bytes)
                }
            case "log":
                let sequence = UInt64(name, radix: 16) ?? 0
                for secrets in ring.epochs.values
                where SignedEntry(bytes, at: sequence, under: secrets.log, in: vault) != nil {
                    found.entries.insert(bytes)
                }
            case "keys":
                guard let wraps = KeyWraps(bytes) else { continue }
                if try wraps.keys(for: keys, in: vault) != nil { found.keys.insert(bytes) }
            default: continue
            }
        }
        return (found.records.count, found.entries.count, found.keys.count)
    }

    @Test func aNewMemberOpensNothingOlderThanARotation() async throws {
        let first = try await first()
        first.write("changed", "1")
        first.write("deleted", "1")
        try await round(first)
        first.write("changed", "2")
        try await round(first)
        // It is not sent yet.
        _ = first.keychain.delete("deleted")
        let renewal = try await first.vault.rotate(on: first.view)
        #expect(renewal == VaultLog.Renewal(done: 1, rest: 0, unreadable: 0))
        try await expectAllRead(first)
        let late = try await join(2, "late", by: first)
        #expect(try secrets(late) == ["changed": "2"])
        // The one record that is there; the commit that sealed it again, and the cut; its own keys.
        let own = try await opened(by: late)
        #expect(own.records == 1 && own.keys == 1 && own.entries == 2)
        let all = try await opened(by: first)
        #expect(all.records == 4 && all.entries == 5)
        #expect(await (try late.vault.log(on: late.view)).ring.epochs.keys.sorted() == [2])
        // The keys of before are not even there.
        #expect(paths("keys").count == 2)
    }

    /// Without new keys, what is under the keys of what is there stays open; nothing else.
    @Test func aNewMemberGetsTheKeysOfWhatIsThere() async throws {
        let first = try await first()
        first.write("of epoch 1", "1")
        try await round(first)
        let log = try first.vault.log(on: first.view)
        try await log.change(.rotate)
        first.write("of epoch 2", "1")
        try await round(first)
        try await first.vault.log(on: first.view).change(.rotate)
        first.write("of epoch 3", "1")
        _ = first.keychain.delete("of epoch 2")
        try await round(first)
        try await cut(first)
        let late = try await join(2, "late", by: first)
        #expect(try secrets(late).keys.sorted() == ["of epoch 1", "of epoch 3"])
        #expect(await (try late.vault.log(on: late.view)).ring.epochs.keys.sorted() == [1, 3])
        // The others have all of them, and a member that was away gets what it needs.
        #expect(await (try first.vault.log(on: first.view)).ring.epochs.keys.sorted() == [1, 2, 3])
    }

    /// A member that was away while keys were renewed and the log was cut: more than once.
    @Test func aMemberThatWasAwayGetsThePresentKeys() async throws {
        let first = try await first()
        let second = try await join(2, "second", by: first)
        first.write("a", "1")
        try await round(first, second)
        second.write("b", "mine")
        for number in 0..<3 {
            first.write("a", "\(number)")
            try await round(first)
            _ = try await first.vault.rotate(on: first.view)
        }
        try await round(first)
        #expect(paths("keys").count == 1)
        try await round(second, first)
        #expect(try secrets(first) == ["a": "2", "b": "mine"])
        #expect(try secrets(second) == secrets(first))
        #expect(try await second.vault.log(on: second.view).epochsInUse == [4])
    }

    /// All machines are lost: the recovery key has read nothing, and was there from the beginning.
    @Test(arguments: [true, false]) func aRecoveryKeyOpensWhatIsThere(
        _ isRenewed: Bool
    ) async throws {
        let first = try await first()
        first.write("a", "1")
        try await round(first)
        if isRenewed {
            for _ in 0..<2 { _ = try await first.vault.rotate(on: first.view) }
        } else {
            // The record is still under the keys that came first.
            try await first.vault.log(on: first.view).change(.rotate)
            try await cut(first)
        }
        let found = try device(4)
        try await found.vault.recover(
            base.settings,
            with: base.recovery(7),
            name: "found",
            on: found.view
        )
        try await round(found)
        #expect(try secrets(found) == ["a": "1"])
        found.write("b", "2")
        try await round(found, first)
        #expect(try secrets(first) == ["a": "1", "b": "2"])
    }

    @Test func keysAreRenewedOnlyWhileUnlocked() async throws {
        let first = try await first()
        first.write("a", "1")
        try await round(first)
        let log = try first.vault.log(on: first.view)
        try await log.change(.rotate)
        first.keychain.setLocked(true)
        let locked = try first.vault.log(on: first.view)
        await #expect(throws: EngineFailure.storage(.locked)) { try await locked.renewRecords() }
        first.keychain.setLocked(false)
        #expect(try await first.vault.log(on: first.view).renewRecords().done == 1)
    }

    /// A record that no device can open keeps its keys in use, and is counted.
    @Test func namesWhatCannotBeRenewed() async throws {
        let first = try await first()
        first.write("a", "1")
        try await round(first)
        let log = try first.vault.log(on: first.view)
        _ = try await log.head()
        let bad = CommitAttempt.Change(id: ItemID(1, 1), record: try damaged(log))
        #expect(await log.commit(await log.nextCommit([bad])) == .committed)
        let renewal = try await first.vault.rotate(on: first.view)
        #expect(renewal == VaultLog.Renewal(done: 1, rest: 0, unreadable: 1))
        #expect(try await first.vault.log(on: first.view).epochsInUse == [1, 2])
    }

    private func damaged(_ log: VaultLog) throws -> [UInt8] {
        var record = try log.sealing.seal(SecretBytes([1]), of: ItemID(1, 1), whenUnlocked: false)
        record[record.count - 1] ^= 1
        return record
    }
}

extension [CutTests.Device] {
    fileprivate func asyncTrails() async throws -> [LogTrail] {
        var trails: [LogTrail] = []
        for device in self {
            trails.append(try await device.vault.log(on: device.view).trust.trail)
        }
        return trails
    }
}
