import Foundation
import ProofSupport
import Testing

@_spi(Keepers) @testable import PortableKeychain

/// M73: what a repair finds of a table of which pages are damaged.
@Suite struct DamagedTableTests {
    private let bench: Bench
    private let all = KeychainQuery<GenericPassword>.all
    private static let count = 60

    /// Items in many pages, with a row of the state of synchronization.
    init() throws {
        bench = try Bench()
        let keychain = try bench.create()
        for number in 0..<Self.count {
            try keychain.add("secret \(number)", for: Self.item(number))
        }
        let administrator = try keychain.withAccessGroups([AccessGroups.administrator])
        let keeper = try #require(administrator.keeper.parts.synchronized)
        _ = try keeper.apply([], state: [.put(SyncStateName(kind: "x"), secret("state"))])
    }

    private static func item(_ number: Int) -> GenericPassword {
        GenericPassword(service: "many \(number)")
    }

    /// A page with several items; those in other pages stay.
    @Test func doesWithoutALeafPage() throws {
        let leaf = try leaves()[2]
        let count = Int(try bench.bytes()[(leaf - 1) * 4096 + 4])
        try bench.destroyPage(leaf)
        let keychain = try bench.open()
        #expect(throws: KeychainError(.corrupt)) { try keychain.items(matching: all) }
        let report = try keychain.repair { _, _ in }
        // Not one of the next page.
        #expect(report.unreadableCount == count)
        // Rows of that state may have been in the page.
        #expect(report.endsSynchronization)
        #expect(!report.isSetChanged)
        #expect(try keychain.items(matching: all).count == Self.count - count)
        try expectSound()
    }

    /// Nothing of the items is in that page, and no item is lost with it.
    ///
    /// Their number and sum show that all were found, so that the state of synchronization stays too.
    @Test func findsAllItemsWithoutTheRoot() throws {
        let root = try #require(try bench.rootPage(of: "items"))
        try bench.destroyPage(root)
        let keychain = try bench.open()
        #expect(throws: KeychainError(.corrupt)) { try keychain.items(matching: all) }
        let report = try keychain.repair { _, _ in }
        #expect(report.isStructureDamaged)
        #expect(report.unreadableCount == 0 && report.itemCount == 0)
        #expect(!report.endsSynchronization)
        for number in 0..<Self.count {
            let found = try keychain.secret(for: Self.item(number))
            #expect(found?.string() == "secret \(number)")
        }
        try expectSound()
    }

    /// An item that is in the log alone.
    @Test func findsWhatTheLogHas() throws {
        let root = try #require(try bench.rootPage(of: "items"))
        let writer = try bench.open()
        try writer.set("changed", for: Self.item(7))
        try writer.delete(Self.item(8))
        try writer.add("new", for: Self.item(Self.count))
        // In place, because the log belongs to this file.
        let file = try #require(FileHandle(forUpdatingAtPath: bench.path))
        try file.seek(toOffset: UInt64(root - 1) * 4096)
        try file.write(contentsOf: Data(repeating: 0xa5, count: 4096))
        #expect(FileManager.default.contents(atPath: bench.path + "-wal")?.isEmpty == false)
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(report.unreadableCount == 0 && report.itemCount == 0)
        for (number, text) in [7: "changed", 8: nil, Self.count: "new"] {
            #expect(try keychain.secret(for: Self.item(number))?.string() == text)
        }
        #expect(try keychain.items(matching: all).count == Self.count)
        try expectSound()
    }

    /// One damaged row costs no other row of its page, although nothing leads to the page.
    @Test func findsTheOtherRowsOfAPage() throws {
        let leaf = try leaves()[2]
        var bytes = try bench.bytes()
        let start = (leaf - 1) * 4096
        let (count, cell) = (
            Int(bytes[start + 4]), start + Int(bytes[start + 10]) << 8 + Int(bytes[start + 11])
        )
        // The second row claims to be longer than the file.
        bytes.replaceSubrange(cell..<cell + 4, with: [0xff, 0xff, 0xff, 0x7f])
        try bench.write(bytes)
        try bench.destroyPage(try #require(try bench.rootPage(of: "items")))
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(count > 2)
        #expect(report.unreadableCount == 1)
        #expect(try keychain.items(matching: all).count == Self.count - 1)
        try expectSound()
    }

    /// The attributes of an item stay when only a page of its secret is damaged: they say what to get again.
    @Test(arguments: [false, true])
    func keepsAnItemWithoutItsSecret(_ isRootDamaged: Bool) throws {
        let long = GenericPassword(service: "long")
        do {
            let keychain = try bench.open()
            try keychain.set(String(repeating: "x", count: 20_000), for: long)
            try keychain.set("behind", for: GenericPassword(service: "behind"))
        }
        try bench.destroyPage(try #require(try lastOverflowPage()))
        if isRootDamaged { try bench.destroyPage(try #require(try bench.rootPage(of: "items"))) }
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(report.withoutSecret.map { $0.attributes[.service] } == [.string("long")])
        #expect(report.itemCount == 0 && report.unreadableCount == 0)
        #expect(!report.endsSynchronization)
        #expect(try keychain.items(matching: all).count == Self.count + 2)
        #expect(throws: KeychainError(.corrupt)) { try keychain.secret(for: long) }
        #expect(
            try keychain.secret(for: GenericPassword(service: "behind"))?.string() == "behind"
        )
        try keychain.set("again", for: long)
        try expectSound()
    }

    /// The leaf pages below the root, which has their numbers.
    private func leaves() throws -> [Int] {
        let start = (try #require(try bench.rootPage(of: "items")) - 1) * 4096
        let bytes = try bench.bytes()
        #expect(bytes[start] == 5)
        return (0..<Int(bytes[start + 4])).map { number in
            let pointer = start + 12 + 2 * number
            let cell = start + Int(bytes[pointer]) << 8 + Int(bytes[pointer + 1])
            return bytes[cell..<cell + 4].reduce(0) { $0 << 8 + Int($1) }
        }
    }

    /// The last page behind the pointer map that has content and is in no tree.
    private func lastOverflowPage() throws -> Int? {
        let bytes = try bench.bytes()
        return (3...bytes.count / 4096).last { page in
            let content = bytes[(page - 1) * 4096..<page * 4096]
            return content.first == 0 && content.contains { $0 != 0 }
        }
    }

    private func expectSound(at place: SourceLocation = #_sourceLocation) throws {
        let keychain = try bench.open()
        #expect(try keychain.verify().problems == [], sourceLocation: place)
        #expect(try !keychain.damage().isRepairable, sourceLocation: place)
    }
}
