internal import SwiftASN1
internal import KeychainEssentials

/// The moments in certificates (RFC 5280, 4.1.2.5).
enum CertificateTime {
    /// The moment that a UTCTime or GeneralizedTime states.
    static func date(_ node: ASN1Node) throws(KeychainError) -> Date {
        Date(timeIntervalSinceReferenceDate: try seconds(node))
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    private static func seconds(_ node: ASN1Node) throws(KeychainError) -> Double {
        if node.identifier == .utcTime {
            let time = try node.decoded(UTCTime.self)
            return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
        }
        let time = try node.decoded(GeneralizedTime.self)
        return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
            + time.fractionalSeconds
    }

    private static func seconds(
        _ year: Int,
        _ month: Int,
        _ day: Int,
        _ hours: Int,
        _ minutes: Int,
        _ seconds: Int
    ) -> Double {
        let days = days(year, month, day) - days(2001, 1, 1)
        return Double(((days * 24 + hours) * 60 + minutes) * 60 + seconds)
    }

    /// Days of the Gregorian calendar since a fixed one; years start in March, so that the leap day
    /// comes last.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let months = (month + 9) % 12
        return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5
            + day
    }
}
