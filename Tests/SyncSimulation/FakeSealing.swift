package import KeychainSync
package import PortableKeychain

/// Records that differ from plain text and cost nothing: every byte is changed in one way.
package struct FakeSealing: RecordSealing {
    private static let mask: UInt8 = 0x5A

    package init() {}

    package func id(of key: SyncKey) -> ItemID {
        var (left, right): (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x8422_2325_CBF2_9CE4)
        func add(_ byte: UInt8) {
            left = (left ^ UInt64(byte)) &* 0x100_0000_01B3
            right = (right ^ UInt64(byte)) &* 0x100_0000_01B3 &+ 7
        }
        key.itemClass.rawValue.utf8.forEach(add)
        for term in key.terms {
            add(UInt8(truncatingIfNeeded: term.count))
            term.forEach(add)
        }
        return ItemID(left, right)
    }

    package func seal(
        _ body: SecretBytes,
        of id: ItemID,
        whenUnlocked: Bool
    ) throws(KeychainError) -> [UInt8] {
        body.withUnsafeBytes { [whenUnlocked ? 1 : 0] + $0.map { $0 ^ Self.mask } }
    }

    package func isCurrent(_ record: [UInt8]) -> Bool { true }

    package func needsUnlock(_ record: [UInt8]) -> Bool { record.first == 1 }

    package func open(_ record: [UInt8], of id: ItemID) throws(KeychainError) -> SecretBytes {
        SecretBytes(record.dropFirst().map { $0 ^ Self.mask })
    }

    package func tie(_ value: SecretBytes) -> [UInt8] {
        value.withUnsafeBytes { $0.reversed() }
    }
}
