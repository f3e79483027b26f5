internal import KeychainEssentials

/// Reads the dates of other programs, as seconds since 1970.
package enum ForeignDate {
    /// The notation of a date by a program.
    package enum Notation: Sendable {
        /// Such as `2026-11-22T08:11:00.123Z` (RFC 3339).
        case text
        case seconds
        case milliseconds
        /// The date as text or, in KDBX 4, the seconds since the year 1 as eight bytes in Base64.
        case keePass
    }

    /// A date; `nil` for any other text, because a date is never worth losing an entry.
    package static func parse(_ text: String, _ notation: Notation) -> Double? {
        switch notation {
        case .text:
            // Fractions of seconds, which the parser does not read.
            let dot = text.firstIndex(of: ".") ?? text.endIndex
            let rest = text[dot...].drop { $0 == "." || ("0"..."9").contains($0) }
            guard let date = try? Date(text[..<dot] + rest, strategy: .iso8601) else { return nil }
            return plausible(date.timeIntervalSince1970)
        case .seconds: return Int64(text).flatMap { plausible(Double($0)) }
        case .milliseconds: return Int64(text).flatMap { plausible(Double($0) / 1000) }
        case .keePass:
            guard let bytes = Data(base64Encoded: text), bytes.count == 8 else {
                return parse(text, .text)
            }
            let seconds = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return plausible(Double(seconds) - secondsTo1970)
        }
    }

    /// The seconds from the year 1 to 1970, in the calendar of today.
    private static let secondsTo1970 = 62_135_596_800.0

    /// A date of KeePass for people, such as `2026-11-22T08:11:00Z`; other texts stay.
    static func text(_ date: String) -> String {
        guard let seconds = parse(date, .keePass) else { return date }
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    }

    /// A date as KDBX 4 has it; `nil` for one that readers take for "unknown".
    static func keePass(_ seconds: Double) -> String? {
        guard let seconds = plausible(seconds) else { return nil }
        let number = Int64(seconds + secondsTo1970)
        return withUnsafeBytes(of: number.littleEndian) { Data($0) }.base64EncodedString()
    }

    /// The date that ``text(_:)`` wrote; `nil` for any other text.
    package static func written(_ text: String) -> Double? {
        guard let seconds = parse(text, .text),
            Date(timeIntervalSince1970: seconds).formatted(.iso8601) == text
        else { return nil }
        return seconds
    }

    /// A date after 1970 and before the year 10000; programs write others for "unknown".
    private static func plausible(_ seconds: Double) -> Double? {
        seconds > 0 && seconds < 253_402_300_800 ? seconds : nil
    }
}
