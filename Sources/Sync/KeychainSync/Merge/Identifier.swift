/// Sixteen bytes that name a thing; the type parameter says which kind.
package struct Identifier<Kind>: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Makes an identifier of two halves.
    package init(_ high: UInt64, _ low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes an identifier of its sixteen bytes; `nil` for another number.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length else { return nil }
        self.init(Self.number(bytes.prefix(8)), Self.number(bytes.dropFirst(8)))
    }

    /// The sixteen bytes.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: half >> (8 * $0)) }
        }
    }

    private static func number(_ half: some Collection<UInt8>) -> UInt64 {
        half.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Orders identifiers by their bytes.
    package static func < (left: Self, right: Self) -> Bool {
        (left.high, left.low) < (right.high, right.low)
    }

    package static var length: Int { 16 }
}

/// The kind of thing that a ``DeviceID`` names.
package enum DeviceKind {}
/// The kind of thing that an ``ItemID`` names.
package enum ItemKind {}

/// The kind of thing that a ``VaultID`` names.
package enum VaultKind {}

/// The items that some devices have in common, and those devices.
package typealias VaultID = Identifier<VaultKind>
/// A device of a vault.
package typealias DeviceID = Identifier<DeviceKind>
/// An item on the log, which has the same name on all devices and reveals nothing about it.
package typealias ItemID = Identifier<ItemKind>
