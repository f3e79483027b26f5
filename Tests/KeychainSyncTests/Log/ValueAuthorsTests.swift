import Foundation
import PortableKeychain
import Testing

@testable import KeychainSync

/// The list of devices that wrote values which items no longer have.
@Suite struct ValueAuthorsTests {
    private let own = DeviceID(1, 1)
    private let other = DeviceID(2, 2)
    private let start = Date(timeIntervalSince1970: 1000)

    private func state(_ seconds: Double, by device: DeviceID) -> ItemState {
        let modified = Date(timeIntervalSince1970: seconds)
        let version = UnitVersion(time: HybridTime(modified), device: device)
        let unit = VersionedUnit(unit: .content, value: nil, version: version)
        return ItemState(
            itemClass: .genericPassword,
            units: [unit],
            created: modified,
            modified: modified
        )
    }

    private func author(
        _ authors: ValueAuthors,
        _ item: UInt64,
        _ modified: Double,
        ended: Double
    ) -> DeviceID? {
        authors.author(
            of: ItemID(0, item),
            modified: Date(timeIntervalSince1970: modified),
            ended: Date(timeIntervalSince1970: ended),
            own: own,
            now: start.addingTimeInterval(100)
        )
    }

    @Test func knowsOthersByTheListAndItsOwnByTime() throws {
        var authors = ValueAuthors(start: start)
        let now = start.addingTimeInterval(50)
        authors.note([nil, state(900, by: other)], of: ItemID(0, 1), on: own, at: now)
        authors.note([nil, state(900, by: other)], of: ItemID(0, 1), on: own, at: now)
        authors.note([state(901, by: own)], of: ItemID(0, 1), on: own, at: now)
        #expect(authors.entries.count == 1)
        #expect(author(authors, 1, 900, ended: 1050) == other)
        // Of another time, or of another item.
        #expect(author(authors, 1, 901, ended: 1050) == own)
        #expect(author(authors, 2, 900, ended: 1050) == own)
        // From before the list was begun.
        #expect(author(authors, 2, 900, ended: 999) == nil)
        // The clock was ahead when it was replaced.
        #expect(author(authors, 2, 900, ended: 1100) == own)
        #expect(author(authors, 2, 900, ended: 1101) == nil)
        #expect(author(authors, 1, 900, ended: 1101) == other)
        guard case .put(_, let bytes) = authors.row else { return #expect(Bool(false)) }
        #expect(ValueAuthors(bytes) == authors)
    }

    /// A value that falls out of the list is not taken for this device's own.
    @Test func forgetsTheOldestAndSaysSo() throws {
        var authors = ValueAuthors(start: start)
        let count = ValueAuthors.maximumCount
        for index in 0..<UInt64(count + 2) {
            let now = start.addingTimeInterval(Double(index))
            authors.note([state(1, by: other)], of: ItemID(0, index), on: own, at: now)
        }
        #expect(authors.entries.count == count)
        #expect(authors.start == start.addingTimeInterval(1))
        #expect(author(authors, 1, 1, ended: 1001) == nil)
        #expect(author(authors, 2, 1, ended: 1002) == other)
        #expect(author(authors, 9999, 1, ended: 1001.5) == own)
    }

    /// The row of a newer version begins the list again.
    @Test(arguments: [0, 1, 9, 55] as [Int])
    func readsNoOtherForm(_ count: Int) {
        #expect(ValueAuthors(SecretBytes([UInt8](repeating: 0, count: count))) == nil)
        let tooMany = 8 + 48 * (ValueAuthors.maximumCount + 1)
        #expect(ValueAuthors(SecretBytes([UInt8](repeating: 0, count: tooMany))) == nil)
        #expect(ValueAuthors(SecretBytes([UInt8](repeating: 0, count: tooMany - 48))) != nil)
        #expect(ValueAuthors(SecretBytes([UInt8](repeating: 0xFF, count: 8))) == nil)
    }
}
