package import KeychainEssentials

/// The time of an edit on a clock that never runs back: milliseconds since 1970 in 48 bits, then a
/// counter in 16.
///
/// An edit gets a later time than the edit that it replaces, even if the device's own clock is
/// behind.
package struct HybridTime: Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The time of a date, cut to the range of 48 bits.
    package init(_ date: Date) {
        let milliseconds = date.timeIntervalSince1970 * 1000
        let most = Double((UInt64(1) << 48) - 1)
        rawValue = UInt64(min(max(milliseconds.isNaN ? 0 : milliseconds, 0), most)) << 16
    }

    /// The date, to the millisecond.
    package var date: Date { Date(timeIntervalSince1970: Double(rawValue >> 16) / 1000) }

    /// The next later time; the last one has no later one.
    package var next: HybridTime {
        HybridTime(rawValue: rawValue == .max ? .max : rawValue + 1)
    }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The edit that gave a unit its value.
package struct UnitVersion: Hashable, Comparable, Sendable {
    package let time: HybridTime
    package let device: DeviceID

    package init(time: HybridTime, device: DeviceID) {
        self.time = time
        self.device = device
    }

    package static func < (left: Self, right: Self) -> Bool {
        (left.time, left.device) < (right.time, right.device)
    }
}
