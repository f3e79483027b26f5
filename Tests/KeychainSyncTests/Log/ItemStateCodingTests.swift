import Foundation
import KeychainSync
@_spi(Keepers) import PortableKeychain
import SyncSimulation
import Testing

/// The body of a record, and bytes that are none.
@Suite struct ItemStateCodingTests {
    private func state() -> ItemState {
        let item = BackupItem(
            itemClass: .internetPassword,
            identifier: [],
            attributes: [
                .label: .string("a"), .port: .number(443), .generic: .data(Data([1, 2])),
                .creationDate: .date(Date(timeIntervalSinceReferenceDate: 1.5)),
                .modificationDate: .date(Date(timeIntervalSinceReferenceDate: 2.5)),
            ],
            secret: SecretBytes(utf8: "s3cret")
        )
        var state = LocalEdits(device: DeviceID(3, 4)).state(of: item, since: nil)
        let version = state.units[0].version
        state.history = [
            VersionedUnit(unit: .content, value: UnitValue(), version: version),
            VersionedUnit(unit: SyncUnit(code: 7), value: nil, version: version),
        ]
        return state
    }

    @Test func comesBack() throws {
        #expect(try ItemState(state().encoded) == state())
    }

    /// Every shorter or longer text is refused; every changed byte is refused or read, without a
    /// crash.
    @Test func refusesOtherBytes() throws {
        let bytes = state().encoded.withUnsafeBytes { Array($0) }
        for length in 0..<bytes.count {
            #expect(throws: KeychainError.self) {
                try ItemState(SecretBytes(Array(bytes.prefix(length))))
            }
        }
        #expect(throws: KeychainError.self) { try ItemState(SecretBytes(bytes + [0])) }
        for place in bytes.indices {
            var changed = bytes
            changed[place] ^= 0xFF
            _ = try? ItemState(SecretBytes(changed))
        }
    }

    @Test func namesHaveSixteenBytes() {
        let id = ItemID(0x0102_0304_0506_0708, 0x090A_0B0C_0D0E_0F10)
        #expect(id.bytes == Array(1...16))
        #expect(ItemID(id.bytes) == id)
        #expect(ItemID(id.bytes.dropLast()) == nil)
    }
}
