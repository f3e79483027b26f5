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
    @Test(arguments: ["longer than the file", "behind the end of its page"])
    func findsTheOtherRowsOfAPage(_ secondRow: String) throws {
        let leaf = try leaves()[2]
        var bytes = try bench.bytes()
        let start = (leaf - 1) * 4096
        #expect(bytes[start + 4] > 2)
        if secondRow == "longer than the file" {
            let cell = start + Int(bytes[start + 10]) << 8 + Int(bytes[start + 11])
            bytes.replaceSubrange(cell..<cell + 4, with: [0xff, 0xff, 0xff, 0x7f])
        } else {
            bytes.replaceSubrange(start + 10..<start + 12, with: [0x0f, 0xfc])
        }
        try bench.write(bytes)
        try bench.destroyPage(try #require(try bench.rootPage(of: "items")))
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(report.unreadableCount == 1)
        #expect(try keychain.items(matching: all).count == Self.count - 1)
        try expectSound()
    }

    /// The attributes of an item stay when only a page of its secret is damaged: they say what to get again.
    ///
    /// The first of its pages leads to the others; without the last one, the secret has the right length.
    @Test(arguments: [false, true], [false, true])
    func keepsAnItemWithoutItsSecret(_ isRootDamaged: Bool, _ isFirst: Bool) throws {
        try addLongItem()
        let pages = try overflowPages()
        try bench.destroyPage(try #require(isFirst ? pages.first : pages.last))
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

    /// A row whose secret claims to be longer than the file: no memory is taken for it.
    @Test func refusesASecretLongerThanTheFile() throws {
        try addLongItem()
        var bytes = try bench.bytes()
        let (payload, secret) = try #require(lengths(ofLongItemIn: bytes))
        // Of a million bytes; the length of the row is that of its columns, or SQLite refuses it.
        let (old, new) = (try number(bytes, at: secret), 0x1f_fffe)
        set(&bytes, at: payload, try number(bytes, at: payload) + (new - old) / 2)
        set(&bytes, at: secret, new)
        #expect(bytes.count < 1 << 20)
        try bench.write(bytes)
        try bench.destroyPage(try #require(try bench.rootPage(of: "items")))
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(report.withoutSecret.isEmpty)
        #expect(report.unreadableCount == 1)
        #expect(try keychain.items(matching: all).count == Self.count + 1)
        try expectSound()
    }

    /// A number that no row of this software has, and below which there is none.
    @Test func refusesTheLeastNumber() throws {
        try bench.run("UPDATE items SET id = -9223372036854775808 WHERE id = 5")
        try bench.destroyPage(try #require(try bench.rootPage(of: "items")))
        let keychain = try bench.open()
        let report = try keychain.repair { _, _ in }
        #expect(report.unreadableCount == 1)
        #expect(try keychain.items(matching: all).count == Self.count - 1)
        try expectSound()
    }

    private var long: GenericPassword { GenericPassword(service: "long") }

    /// An item whose secret takes several pages, and one behind it.
    private func addLongItem() throws {
        let keychain = try bench.open()
        try keychain.set(String(repeating: "x", count: 20_000), for: long)
        try keychain.set("behind", for: GenericPassword(service: "behind"))
    }

    /// The places of the lengths of the long item's row and of its secret: a row has 12 columns, the number in
    /// the front is empty, and the others have known types.
    private func lengths(ofLongItemIn bytes: [UInt8]) -> (payload: Int, secret: Int)? {
        // The length takes three bytes, the number of the row one; the header has its own length in front.
        for place in bytes.indices.dropLast(64)
        where bytes[place] == 0x81 && bytes[place + 1] > 0x80 && bytes[place + 2] < 0x80 {
            let header = place + 4
            guard bytes[place + 3] < 0x80, bytes[header + 1...header + 2].elementsEqual([0, 44])
            else { continue }
            let length = Int(bytes[header])
            guard 15...20 ~= length, bytes[header + length - 3] > 0x80 else { continue }
            return (place, header + length - 3)
        }
        return nil
    }

    /// A number in three bytes, as SQLite writes it.
    private func number(_ bytes: [UInt8], at place: Int) throws -> Int {
        try #require(bytes[place] & bytes[place + 1] > 0x7f && bytes[place + 2] < 0x80)
        return bytes[place..<place + 3].reduce(0) { $0 << 7 + Int($1 & 0x7f) }
    }

    private func set(_ bytes: inout [UInt8], at place: Int, _ number: Int) {
        for index in 0..<3 {
            let digits = UInt8(number >> (7 * (2 - index)) & 0x7f)
            bytes[place + index] = index < 2 ? digits | 0x80 : digits
        }
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

    /// The pages behind the pointer map that have content and are in no tree.
    private func overflowPages() throws -> [Int] {
        let bytes = try bench.bytes()
        return (3...bytes.count / 4096).filter { page in
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
