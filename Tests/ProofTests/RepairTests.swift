import Foundation
import ProofSupport
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// M73.
///
/// A repair removes what cannot be opened, after a copy was made, and everything else works again
/// (vault-format.md §18).
@Suite struct RepairTests {
    private let bench: Bench
    private let configuration: Keychain.Configuration
    private let sound = GenericPassword(service: "b")
    private let all = KeychainQuery<GenericPassword>.all

    /// The row of item `a`, of the first version of it, and of item `b`.
    init() throws {
        bench = try Bench()
        var configuration = bench.configuration
        configuration.history = .kept()
        self.configuration = configuration
        let keychain = try Keychain.create(.standard, configuration: configuration)
        try keychain.set("first", for: GenericPassword(service: "a"))
        try keychain.set("second", for: GenericPassword(service: "a"))
        try keychain.set("sound", for: sound)
    }

    private func open() throws -> Keychain {
        try Keychain.open(.standard, configuration: configuration)
    }

    /// Each column that stands for a row, and what a search says of it before.
    @Test(arguments: [
        "metadata = zeroblob(length(metadata))", "grp = grp + 1", "first = first + 1",
        "primary_key = zeroblob(16)", "identifier = zeroblob(16)", "class = 9", "protection = 99",
        "flags = 8",
    ])
    func removesADamagedRow(_ damage: String) throws {
        try bench.run("UPDATE items SET \(damage) WHERE id = 1")
        let keychain = try open()
        #expect(throws: KeychainError(.corrupt)) { try keychain.items(matching: all) }
        let report = try keychain.damage()
        #expect(report.itemCount == 1)
        #expect(report.historyCount == 0)
        #expect(report.isRepairable)
        var copies = 0
        let repaired = try keychain.repair { _, _ in copies += 1 }
        #expect(copies == 1)
        #expect(repaired.itemCount == 1)
        #expect(try keychain.items(matching: all).count == 1)
        #expect(try keychain.secret(for: sound)?.string() == "sound")
        try expectSound(keychain)
        // The name is free again.
        try keychain.set("third", for: GenericPassword(service: "a"))
        try expectSound(keychain)
        try expectSound(open())
    }

    @Test(arguments: ["metadata", "secret"])
    func removesADamagedVersion(_ column: String) throws {
        try bench.run(
            "UPDATE items SET \(column) = zeroblob(length(\(column))) WHERE id = (SELECT max(id) FROM items)"
        )
        let keychain = try open()
        let report = try keychain.repair { _, _ in }
        #expect((report.itemCount, report.historyCount) == (0, 1))
        #expect(try keychain.secret(for: GenericPassword(service: "a"))?.string() == "second")
        try expectSound(keychain)
    }

    /// Items that were removed behind the keychain's back do not come back, but the others are searched again.
    @Test func takesTheRestForAll() throws {
        try bench.run("DELETE FROM items WHERE id = 1")
        let keychain = try open()
        #expect(throws: KeychainError(.corrupt)) {
            try keychain.secret(for: GenericPassword(service: "c"))
        }
        let report = try keychain.repair { _, _ in }
        #expect(report.isSetChanged)
        #expect(try keychain.secret(for: GenericPassword(service: "c")) == nil)
        try expectSound(keychain)
    }

    /// An index that does not agree with its rows; the columns of the rows are authentic.
    @Test func makesTheIndexesAgain() throws {
        try bench.run(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \
            replace(sql, 'items(second)', 'items(second, class)') WHERE name = 'items_second'
            """
        )
        try bench.run("REINDEX items_second")
        try bench.run(
            """
            PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = \
            replace(sql, 'items(second, class)', 'items(second)') WHERE name = 'items_second'
            """
        )
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        let keychain = try open()
        #expect(try keychain.verify().problems.count > 1)
        _ = try keychain.repair { _, _ in }
        try expectSound(keychain)
    }

    /// The pointer map says where pages are used, and is read only to move them.
    @Test func readsWithADamagedPointerMap() throws {
        var bytes = try bench.bytes()
        bytes[4100] ^= 0xff
        try bench.write(bytes)
        let keychain = try open()
        #expect(try keychain.verify().problems.count == 1)
        #expect(try keychain.items(matching: all).count == 2)
        #expect(try keychain.secret(for: GenericPassword(service: "c")) == nil)
        #expect(try keychain.damage().isStructureDamaged)
        _ = try keychain.repair { _, _ in }
        try expectSound(keychain)
        try expectSound(open())
    }

    /// A page of an index of which nothing can be used.
    @Test(arguments: ["items_second", "items_grp", "sqlite_autoindex_items_1"])
    func makesADamagedIndexAgain(_ index: String) throws {
        try bench.destroyPage(try #require(try bench.rootPage(of: index)))
        let keychain = try open()
        #expect(throws: KeychainError(.corrupt)) { try keychain.items(matching: all) }
        let report = try keychain.repair { _, _ in }
        #expect(report.isStructureDamaged)
        #expect(try keychain.items(matching: all).count == 2)
        try expectSound(keychain)
        try expectSound(open())
    }

    /// Other software has stored a row twice, without the indexes that refuse it: one of them stays.
    @Test func keepsOneOfTwoEqualRows() throws {
        let table = try bench.withoutUniqueIndexes {
            try bench.run(
                """
                INSERT INTO items SELECT id + 100, identifier, class, protection, flags, primary_key, grp, \
                first, second, third, metadata, secret FROM items WHERE id = 1
                """
            )
        }
        #expect(table > 0)
        let keychain = try open()
        let report = try keychain.repair { _, _ in }
        #expect(report.isSetChanged && report.itemCount == 0)
        #expect(try keychain.items(matching: all).count == 2)
        try expectSound(keychain)
    }

    @Test func leavesItemsWithoutTheirSecret() throws {
        try bench.run("UPDATE items SET secret = zeroblob(length(secret)) WHERE id = 1")
        let keychain = try open()
        let report = try keychain.damage()
        #expect(!report.isRepairable)
        #expect(report.withoutSecret.map { $0.attributes[.service] } == [.string("a")])
        let mark = try keychain.changeMark
        _ = try keychain.repair { _, _ in
            Issue.record("there is nothing to copy for")
        }
        #expect(try keychain.changeMark == mark)
        #expect(try keychain.items(matching: all).count == 2)
    }

    /// Only their keys tell whether they are damaged.
    @Test func leavesLockedItems() throws {
        let keychain = try open()
        try keychain.setPasscode(secret("p"))
        try keychain.lock()
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        #expect(try keychain.damage().itemCount == 0)
        try keychain.unlock(passcode: secret("p"))
        #expect(try keychain.repair { _, _ in }.itemCount == 1)
        try expectSound(keychain)
    }

    /// The items stay, with everything that this software knows beside the damaged row.
    @Test(
        arguments: [
            AccessGroups.agent, AccessGroups.exclusive, AccessGroups.securityKeys,
            // It is made again from the items.
            AccessGroups.desktopIndex,
        ],
        ["metadata", "secret"]
    )
    func removesADamagedRowOfItsOwnState(_ group: String, _ column: String) throws {
        let keychain = try bench.open()
        let state = try keychain.withAccessGroups([group])
        for service in ["kept", "damaged"] {
            try state.set("state", for: GenericPassword(service: service, accessGroup: group))
        }
        try bench.run(
            "UPDATE items SET \(column) = zeroblob(length(\(column))) WHERE id = (SELECT max(id) FROM items)"
        )
        let report = try keychain.repair { _, _ in }
        let isMark = group == AccessGroups.exclusive
        #expect((report.itemCount, report.stateCount) == (0, isMark ? 0 : 1))
        #expect(report.endsExclusiveUse == isMark)
        #expect(report.isLoss && !report.endsSynchronization)
        #expect(report.withoutSecret.isEmpty)
        #expect(try state.items(matching: all).map(\.service) == ["kept"])
        #expect(try keychain.items(matching: all).count == 2)
        try expectSound(keychain)
    }

    /// With a part of the state of synchronization, or an older one, a machine would accept what it has
    /// refused.
    @Test(arguments: [
        ("UPDATE items SET secret = zeroblob(length(secret)) WHERE id = SYNC", false),
        ("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = SYNC", false),
        ("DELETE FROM items WHERE id = SYNC", false),
        // Nothing tells that it was an item's.
        ("DELETE FROM items WHERE id = 1", false),
        ("UPDATE items SET grp = grp + 1 WHERE id = SYNC", false),
        ("UPDATE items SET flags = 8 WHERE id = 1", false),
        // All rows are those of the sum.
        (
            "UPDATE items SET metadata = CAST(x'00' || substr(metadata, 2) AS BLOB) WHERE id = 1",
            true
        ),
    ])
    func leavesTheStateOfSynchronizationWholeOrNotAtAll(
        _ damage: String,
        _ stays: Bool
    ) throws {
        let keychain = try open()
        let names = ["x", "y", "z"].map { SyncStateName(kind: $0, id: [1], needsUnlock: $0 == "z") }
        let last = try #require(try bench.number("SELECT max(id) FROM items"))
        let keeper = try setState(of: names)
        #expect(try bench.number("SELECT max(id) FROM items") == last + names.count)
        try bench.run(damage.replacingOccurrences(of: "SYNC", with: "\(last + 2)"))
        #expect(try keychain.damage().endsSynchronization == !stays)
        let report = try keychain.repair { _, _ in }
        #expect(report.endsSynchronization == !stays)
        #expect(try Set(keeper.syncState().keys) == (stays ? Set(names) : []))
        #expect(
            try bench.number("SELECT count(*) FROM items WHERE id > \(last)") == (stays ? 3 : 0)
        )
        #expect(try !keychain.damage().endsSynchronization)
        try expectSound(keychain)
    }

    /// Those of its rows that are locked go too.
    @Test func removesTheLockedStateOfSynchronization() throws {
        let keychain = try open()
        let count = try #require(try bench.number("SELECT count(*) FROM items"))
        try setState(of: [true, false].map { SyncStateName(kind: "x", needsUnlock: $0) })
        try keychain.setPasscode(secret("p"))
        try keychain.lock()
        try bench.run("DELETE FROM items WHERE id = 1")
        #expect(try keychain.repair { _, _ in }.endsSynchronization)
        #expect(try bench.number("SELECT count(*) FROM items") == count - 1)
        try expectSound(keychain)
    }

    @Test func changesNothingWithoutTheCopy() throws {
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        let keychain = try open()
        let mark = try keychain.changeMark
        #expect(throws: KeychainError(.diskFull)) {
            try keychain.repair { _, _ throws(KeychainError) in throw KeychainError(.diskFull) }
        }
        #expect(try keychain.changeMark == mark)
        #expect(try keychain.damage().itemCount == 1)
    }

    /// The damaged files, put back in the place of the repaired ones, are an older copy.
    @Test func isRemembered() throws {
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        let bytes = try bench.bytes()
        do {
            let keychain = try open()
            _ = try keychain.repair { _, _ in }
        }
        try bench.write(bytes)
        #expect(throws: KeychainError(.rolledBack)) { try open() }
    }

    /// A log was beside the file when it was opened, as after a power loss: no other change is made then.
    @Test func repairsWithALog() throws {
        let writer = try open()
        try writer.set("more", for: GenericPassword(service: "c"))
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        let keychain = try open()
        _ = try keychain.repair { _, _ in }
        try expectSound(keychain)
        try keychain.set("again", for: GenericPassword(service: "c"))
    }

    /// The files as the copy sees them open with an item that is usually in the log alone.
    ///
    /// In a large keychain, because an addition verifies a small one.
    @Test func copiesFilesThatBelongTogether() throws {
        let requests = (0..<Limits.checkedAbsenceRows).map { number in
            ItemRequest(
                .add,
                itemClass: .genericPassword,
                attributes: [.service: .string("many \(number)")],
                secret: secret("x")
            )
        }
        do {
            let keychain = try open()
            _ = try keychain.performTogether(requests, skipping: [])
        }
        try bench.run("UPDATE items SET metadata = zeroblob(length(metadata)) WHERE id = 1")
        // Without a history, whose rows are replaced, so that the log is emptied.
        let keychain = try bench.open()
        try keychain.add("more", for: GenericPassword(service: "c"))
        let other = try Bench(remembers: false)
        try FileManager.default.copyItem(
            atPath: bench.folder + "/device.key",
            toPath: other.folder + "/device.key"
        )
        let locks = try locks()
        #expect(locks > 0)
        _ = try keychain.repair { end, content throws(KeychainError) in
            var bytes: [UInt8] = []
            try content.forEachPart { bytes += Array($0) }
            let isMade = FileManager.default.createFile(
                atPath: other.path + end,
                contents: Data(bytes),
                attributes: [.posixPermissions: 0o600]
            )
            #expect(isMade)
            // A descriptor of its own would drop those of this process when it is closed.
            #expect((try? self.locks()) == locks)
        }
        try expectSound(keychain)
        let copy = try other.open()
        #expect(try copy.secret(for: GenericPassword(service: "c"))?.string() == "more")
        #expect(try copy.damage().itemCount == 1)
    }

    /// The number of locks that this process has on the file (proc_locks(5)).
    private func locks() throws -> Int {
        var facts = stat()
        try #require(stat(bench.path, &facts) == 0)
        let lines = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(
            separator: "\n"
        )
        return lines.count { line in
            let words = line.split(separator: " ")
            return words.contains("\(getpid())")
                && words.contains { $0.hasSuffix(":\(facts.st_ino)") }
        }
    }

    /// Stores rows of the state of synchronization.
    @discardableResult
    private func setState(of names: [SyncStateName]) throws -> any SynchronizedKeeper {
        let keychain = try open().withAccessGroups([AccessGroups.administrator])
        let keeper = try #require(keychain.keeper.parts.synchronized)
        _ = try keeper.apply([], state: names.map { .put($0, secret("state")) })
        return keeper
    }

    private func expectSound(
        _ keychain: Keychain,
        at place: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try keychain.verify().problems == [], sourceLocation: place)
        #expect(try !keychain.damage().isRepairable, sourceLocation: place)
    }
}
