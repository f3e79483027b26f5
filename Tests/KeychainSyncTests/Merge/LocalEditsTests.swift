import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import Testing

/// Edits are the differences from the state that an item last had.
@Suite struct LocalEditsTests {
    private let edits = LocalEdits(device: DeviceID(0, 1))
    private let other = DeviceID(0, 2)

    private func item(
        _ attributes: ItemAttributes,
        secret: String? = "s",
        modified: Double = 1000,
        of itemClass: ItemClass = .genericPassword
    ) -> BackupItem {
        var attributes = attributes
        attributes[.creationDate] = .date(Date(timeIntervalSince1970: 0))
        attributes[.modificationDate] = .date(Date(timeIntervalSince1970: modified))
        return BackupItem(
            itemClass: itemClass,
            identifier: [],
            attributes: attributes,
            secret: secret.map { SecretBytes(utf8: $0) }
        )
    }

    /// The units whose versions are of this device.
    private func edited(_ state: ItemState) -> [SyncUnit] {
        state.units.filter { $0.version.device == DeviceID(0, 1) }.map(\.unit)
    }

    private func reference(_ item: BackupItem) -> ItemState {
        LocalEdits(device: other).state(of: item, since: nil)
    }

    @Test func findsWhatDiffers() throws {
        let old = item([.label: .string("a"), .comment: .string("c")])
        let label = try #require(SyncUnit(.label, of: .genericPassword))
        let comment = try #require(SyncUnit(.comment, of: .genericPassword))
        let rows: [(BackupItem, [SyncUnit])] = [
            (old, []),
            (item([.label: .string("b"), .comment: .string("c")]), [label]),
            (item([.label: .string("a")]), [comment]),
            (item([.label: .string("a"), .comment: .string("c")], secret: "t"), [.content]),
            (item([.label: .string("a"), .comment: .string("c")], secret: nil), [.content]),
        ]
        for (item, units) in rows {
            #expect(edited(edits.state(of: item, since: reference(old))) == units)
        }
    }

    @Test func removesAndAddsAgain() throws {
        let old = item([.label: .string("a")])
        let without = edits.state(of: item([:]), since: reference(old))
        let label = try #require(without.units.last)
        #expect(label.value == nil)
        #expect(edits.state(of: item([:]), since: without) == without)
        let again = edits.state(of: old, since: without)
        let last = try #require(again.units.last)
        #expect(last.value != nil)
        #expect(last.version > label.version)
    }

    /// An edit is later than the version that it replaced, even if the clock was set back.
    @Test(arguments: [500.0, 1000, 1500]) func isLaterThanWhatItReplaced(_ time: Double) throws {
        let old = item([.label: .string("a")])
        let state = edits.state(
            of: item([.label: .string("b")], modified: time),
            since: reference(old)
        )
        let version = try #require(state.units.last).version
        let before = try #require(reference(old).units.last).version
        #expect(version > before)
        #expect(version.time >= HybridTime(Date(timeIntervalSince1970: time)))
        #expect(
            version.time <= max(HybridTime(Date(timeIntervalSince1970: time)), before.time.next)
        )
    }

    /// A key and its description are one value; a date is none.
    @Test func joinsAKeyWithItsDescription() {
        let old = item([.type: .number(42), .label: .string("a")], of: .key)
        let new = item([.type: .number(73), .label: .string("a")], modified: 2000, of: .key)
        #expect(edited(edits.state(of: new, since: reference(old))) == [.content])
        #expect(edits.state(of: old, since: reference(old)).item.attributes == old.attributes)
    }

    @Test func givesBackTheItem() {
        let item = item([.label: .string("a"), .comment: .string("c")])
        let back = reference(item).item
        #expect(back.attributes == item.attributes)
        #expect(back.secret?.string() == "s")
    }
}
