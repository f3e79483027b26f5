import Foundation
import KeychainTesting
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// Earlier versions are as protected as their items: locks, proofs, keys, and other devices
/// (item-semantics.md §8).
@Suite struct HistoryProtectionTests {
    private static let passcode = SecretBytes(utf8: "p")
    private static let own = SecretBytes(utf8: "own")

    private func add(
        _ account: String,
        _ more: ItemAttributes,
        to keychain: Keychain
    ) throws {
        var attributes = more
        attributes[.account] = .string(account)
        attributes[.service] = .string("s")
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: attributes,
                secret: SecretBytes(utf8: account)
            )
        )
    }

    private func delete(_ account: String, in keychain: Keychain) throws {
        let attributes: ItemAttributes = [
            .account: .string(account), .service: .string("s"),
            .synchronizable: SynchronizationScope.any.value,
        ]
        _ = try keychain.perform(
            ItemRequest(.delete, itemClass: .genericPassword, attributes: attributes)
        )
    }

    private func newest(_ bench: HistoryBench) throws -> EarlierVersion {
        try #require(try bench.history.versions().last)
    }

    // MARK: Locks

    /// A kept version can be read when its item could.
    @Test(arguments: ["ak", "ck", "dk", "aku", "cku", "dku", "akpu"])
    func locksWithItsItem(_ mark: String) throws {
        let bench = try HistoryBench(passcode: Self.passcode)
        try add("x", [.accessible: .string(mark)], to: bench.keychain)
        try delete("x", in: bench.keychain)
        let version = try newest(bench)
        try bench.keychain.lock()
        let isOpen = !mark.hasPrefix("ak")
        #expect(code { _ = try bench.history.secret(of: version) } == (isOpen ? nil : .locked))
        #expect(code { _ = try bench.history.versions() } == (isOpen ? nil : .locked))
        #expect(code { try bench.undo() } == (isOpen ? nil : .locked))
        try bench.keychain.unlock(passcode: Self.passcode)
        if !isOpen { try bench.undo() }
        #expect(try bench.secret("x") == "x")
    }

    @Test func deletesNothingThatItCannotKeep() throws {
        let bench = try HistoryBench(passcode: Self.passcode)
        try add("locked", [.accessible: .string("ak")], to: bench.keychain)
        try add("open", [.accessible: .string("ck")], to: bench.keychain)
        try bench.keychain.lock()
        #expect(code { try delete("locked", in: bench.keychain) } == .locked)
        try delete("open", in: bench.keychain)
        #expect(try bench.history.versions().count == 1)
        #expect(code { try bench.history.purge(bench.item("locked")) } == .locked)
        // Without a history, a locked item can be deleted.
        try delete("locked", in: bench.stranger())
        try bench.keychain.unlock(passcode: Self.passcode)
        #expect(try bench.history.versions().count == 1)
    }

    /// A version under a passcode that was removed is gone with its item.
    @Test func goesWithThePasscode() throws {
        let bench = try HistoryBench(passcode: Self.passcode)
        try add("x", [.accessible: .string("akpu")], to: bench.keychain)
        try delete("x", in: bench.keychain)
        try bench.keychain.removePasscode(Self.passcode)
        #expect(try bench.history.versions().isEmpty)
        #expect(code { try bench.undo() } == .notAvailable)
        try bench.set("1")
        #expect(try bench.keychain.verify().problems == [])
    }

    // MARK: Proofs and keys

    /// The event of the keys between a deletion and its undoing.
    private static let events: [String] = ["nothing", "rotation", "rotations", "passcode"]

    @Test(
        arguments: events,
        [
            AccessControl.Constraints.userPresence, .applicationPassword,
            [.userPresence, .applicationPassword],
        ]
    )
    func demandsTheProofsOfItsItem(
        _ event: String,
        _ constraints: AccessControl.Constraints
    ) throws {
        let bench = try HistoryBench(passcode: Self.passcode)
        func proving() -> AuthenticationContext {
            let context = AuthenticationContext()
            context.setCredential(event == "passcode" ? Self.own : Self.passcode, for: .passcode)
            context.setCredential(Self.own, for: .applicationPassword)
            return context
        }
        let control = try AccessControl(.whenUnlocked, constraints: constraints)
        try add(
            "x",
            [.accessControl: .accessControl(control)],
            to: bench.keychain.authenticating(with: proving())
        )
        // The user is not asked to delete it, or to keep it.
        try delete("x", in: bench.keychain)
        switch event {
        case "rotation": try bench.keychain.access.rotate([.passcode(Self.passcode)])
        case "rotations":
            for _ in 1...2 { try bench.keychain.access.rotate([.passcode(Self.passcode)]) }
        case "passcode": try bench.keychain.changePasscode(from: Self.passcode, to: Self.own)
        default: break
        }
        let version = try newest(bench)
        #expect(code { _ = try bench.history.secret(of: version) } == .authenticationRequired)
        let proven = bench.keychain.authenticating(with: proving())
        #expect(try proven.history.secret(of: version)?.string() == "x")
        try bench.undo()
        #expect(code { _ = try bench.secret("x") } == .authenticationRequired)
        #expect(try proven.secret(for: bench.item("x"))?.string() == "x")
        #expect(try bench.keychain.verify().problems == [])
    }

    /// The payload of a version is as closed to a program that ignores the rules as that of its
    /// item.
    @Test func keepsTheEnvelope() throws {
        let bench = try HistoryBench()
        let control = try AccessControl(.whenUnlocked, constraints: .userPresence)
        try add("x", [.accessControl: .accessControl(control)], to: bench.keychain)
        try delete("x", in: bench.keychain)
        let vault = try #require(bench.keychain.vault)
        let kept = try HistoryRows(vault).versions(.all, in: vault)
        #expect(kept.count == 1)
        let stored = kept[0].item.secret?.withUnsafeBytes { Array($0) } ?? []
        // The payload is one byte, and an envelope begins with its version.
        #expect(stored.count > 1)
        #expect(stored.first == Envelope.version)
    }

    // MARK: Other devices

    private func synced(_ bench: HistoryBench) throws -> SyncableItem? {
        try bench.keychain.synchronizedKeeper().syncContent().items.first
    }

    @Test func bringsBackASynchronizedItemForAllDevices() throws {
        let bench = try HistoryBench()
        try add("x", [.synchronizable: .number(1)], to: bench.keychain)
        let before = try #require(try synced(bench))
        bench.clock.now += 1
        try delete("x", in: bench.keychain)
        let content = try bench.keychain.synchronizedKeeper().syncContent()
        let tombstone = try #require(content.tombstones.first)
        try bench.undo()
        let after = try #require(try synced(bench))
        #expect(after.key == before.key)
        guard case .date(let date) = after.item.attributes[.modificationDate] else {
            Issue.record("no date")
            return
        }
        // Later than the deletion, so that it wins.
        #expect(date > tombstone.modified)
        // Under another name, the old one leaves a tombstone, and the other way round.
        bench.clock.now += 1
        var query = KeychainQuery<GenericPassword>.genericPassword(account: "x")
        query = query.synchronizable(.synchronized)
        #expect(try bench.keychain.update(matching: query) { $0.account = "y" } == 1)
        try bench.undo()
        let last = try bench.keychain.synchronizedKeeper().syncContent()
        #expect(last.items.map(\.key) == [before.key])
        #expect(last.tombstones.count == 1)
    }

    @Test func keepsWhatAMergeReplaces() throws {
        let bench = try HistoryBench()
        try bench.set("mine", "other")
        try add("x", [.synchronizable: .number(1)], to: bench.keychain)
        let item = try #require(try synced(bench))
        var version = item.item
        version.attributes[.modificationDate] = .date(Date(timeIntervalSinceReferenceDate: 5000))
        version.secret = SecretBytes(utf8: "theirs")
        let keeper = try bench.keychain.synchronizedKeeper()
        let change = SyncApplication(key: item.key, expected: item.seen, outcome: .put(version))
        #expect(try keeper.apply([change], state: []).isApplied)
        #expect(try bench.history.secret(of: newest(bench))?.string() == "x")
        let merged = try #require(try synced(bench))
        let removal = SyncApplication(key: item.key, expected: merged.seen, outcome: .delete)
        #expect(try keeper.apply([removal], state: []).isApplied)
        #expect(try bench.history.deleted().count == 1)
        #expect(try bench.history.secret(of: newest(bench))?.string() == "theirs")
        // It was not a change that was made here.
        #expect(code { try bench.undo() } == .notAvailable)
        try bench.history.restore(try newest(bench))
        #expect(try synced(bench)?.item.secret?.string() == "theirs")
        // Nothing of the history leaves the device.
        #expect(try keeper.syncContent().items.count == 1)
    }

    /// A user's decision about an overwritten value, or an edit that waits, is a change as any other; one that
    /// cannot be taken back is not passed over for the change before it.
    @Test func takesBackWhatAUserDecides() throws {
        let bench = try HistoryBench()
        try add("x", [.synchronizable: .number(1)], to: bench.keychain)
        let keeper = try bench.keychain.synchronizedKeeper()
        func decide(_ secret: String?) throws {
            bench.clock.now += 1
            let found = try #require(try synced(bench))
            var item = found.item
            let date = Date(timeIntervalSinceReferenceDate: 5)
            item.attributes[.modificationDate] = .date(date)
            if let secret { item.secret = SecretBytes(utf8: secret) }
            let edit = SyncApplication(
                key: found.key,
                expected: found.seen,
                outcome: secret == nil ? .keep : .put(item),
                isEdit: true
            )
            #expect(try keeper.apply([edit], state: []).isApplied)
        }
        try decide("overwritten")
        #expect(try bench.history.lastChange()?.parts.map(\.effect) == [.changed])
        try bench.undo()
        #expect(try synced(bench)?.item.secret?.string() == "x")
        #expect(try bench.history.secret(of: newest(bench))?.string() == "overwritten")
        // Neither a decision without the item, nor one that gives it what it has.
        for (number, secret) in [nil, "x"].enumerated() {
            try bench.set("\(number)", "other")
            try decide(secret)
            #expect(try bench.history.lastChange()?.parts == [])
            #expect(code { try bench.undo() } == .notAvailable)
            #expect(try bench.secret("other") == "\(number)")
        }
        #expect(try bench.keychain.verify().problems.isEmpty)
        try bench.set("2", "other")
        try bench.undo()
        #expect(try bench.secret("other") == "1")
    }

    @Test func keepsWhatABackupReplaces() throws {
        let bench = try HistoryBench()
        try bench.set("old")
        let backup = try bench.keychain.backupContent().items
        try bench.set("new")
        bench.clock.now += 1
        #expect(try bench.keychain.restore(backup).replaced == 1)
        #expect(try bench.secret() == "old")
        let last = try newest(bench)
        #expect(last.cause == .changed)
        #expect(try bench.history.secret(of: last)?.string() == "new")
        try bench.undo()
        #expect(try bench.secret() == "new")
    }

    /// Adds a synchronized item, backs it up, and removes what a change leaves of it, as a round does.
    private func losing(
        _ change: (HistoryBench) throws -> Void
    ) throws -> (HistoryBench, [BackupItem]) {
        let bench = try HistoryBench()
        try add("x", [.synchronizable: .number(1)], to: bench.keychain)
        let item = try #require(try synced(bench))
        let backup = try bench.keychain.backupContent().items
        bench.clock.now += 1
        try change(bench)
        let keeper = try bench.keychain.synchronizedKeeper()
        let left = try keeper.syncContent().tombstones.first { $0.key == item.key }
        let seen = left.map { SeenVersion.tombstone(modified: $0.modified) } ?? item.seen
        let removal = SyncApplication(key: item.key, expected: seen, outcome: .delete)
        #expect(try keeper.apply([removal], state: []).isApplied)
        return (bench, backup)
    }

    /// A round removes the tombstone, and a deletion on another machine leaves none.
    @Test(arguments: ["here", "for good", "elsewhere"])
    func restoresNoSynchronizedItemThatWasDeleted(_ way: String) throws {
        let (bench, backup) = try losing { bench in
            if way == "here" { try delete("x", in: bench.keychain) }
            guard way == "for good" else { return }
            var item = bench.item("x")
            item.attributes[.synchronizable] = .number(1)
            #expect(try bench.history.purge(item))
        }
        for isRehearsal in [true, false] {
            let report = try bench.keychain.restore(backup, isRehearsal: isRehearsal)
            #expect(report == RestoreReport(newerHere: 1))
        }
        #expect(try synced(bench).map(\.key) == nil)
        var newer = backup
        newer[0].attributes[.modificationDate] = .date(.distantFuture)
        let report = try bench.keychain.restore(newer, isRehearsal: true)
        #expect(report == RestoreReport(added: 1))
        // The history is all that knows.
        try bench.history.removeAll()
        #expect(try bench.keychain.restore(backup) == RestoreReport(added: 1))
        #expect(try synced(bench)?.item.secret?.string() == "x")
    }

    @Test func restoresNoSynchronizedItemUnderAnEarlierName() throws {
        let (bench, backup) = try losing { bench in
            let query = KeychainQuery<GenericPassword>.genericPassword(account: "x")
                .synchronizable(.synchronized)
            let count = try bench.keychain.update(matching: query) { $0.account = "y" }
            #expect(count == 1)
        }
        #expect(try bench.keychain.restore(backup) == RestoreReport(newerHere: 1))
    }

    /// A version that only became another one was not deleted: a repair can have removed what it became.
    @Test func restoresASynchronizedItemWhoseLossNothingRecords() throws {
        let (bench, backup) = try losing { bench in
            let item = try #require(try synced(bench))
            var later = item.item
            later.attributes[.modificationDate] = .date(Date(timeIntervalSinceReferenceDate: 2000))
            later.secret = SecretBytes(utf8: "later")
            let change = SyncApplication(key: item.key, expected: item.seen, outcome: .put(later))
            let keeper = try bench.keychain.synchronizedKeeper()
            #expect(try keeper.apply([change], state: []).isApplied)
            try delete("x", in: bench.stranger())
        }
        #expect(try bench.keychain.restore(backup) == RestoreReport(added: 1))
    }

    // MARK: Other items and processes

    @Test func keepsKeysAndCertificates() throws {
        let bench = try HistoryBench()
        let key = try bench.keychain.keys.generate(for: KeyItem(tag: "k"))
        let query = KeychainQuery<KeyItem>.key(tag: "k")
        #expect(try bench.keychain.delete(matching: query) == 1)
        #expect(try newest(bench).itemClass == .key)
        try bench.undo()
        let found = try bench.keychain.keys.only(matching: query)
        #expect(found.map { $0.externalRepresentation.matches(key.externalRepresentation) } == true)
    }

    @Test func isSharedByProcesses() throws {
        let folder = NSTemporaryDirectory() + "pk-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var configuration = Keychain.Configuration(applicationIdentifier: "app", folder: folder)
        configuration.history = .kept()
        let first = try Keychain.openOrCreate(.standard, configuration: configuration)
        let second = try Keychain.open(.standard, configuration: configuration)
        let item = GenericPassword(service: "s", account: "a")
        try first.set("1", for: item)
        try second.set("2", for: item)
        try first.delete(item)
        let change = try #require(try second.history.lastChange())
        try second.history.undo(change)
        #expect(throws: KeychainError.self) { try first.history.undo(change) }
        #expect(try first.secret(for: item)?.string() == "2")
        try first.access.rotate([])
        try second.history.undo(try #require(try second.history.lastChange()))
        #expect(try first.secret(for: item)?.string() == "1")
        #expect(try first.verify().problems == [])
    }
}
