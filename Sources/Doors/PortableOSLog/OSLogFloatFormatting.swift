internal import Foundation

/// The format of a number with a fraction.
public struct OSLogFloatFormatting: Hashable, Sendable {
    private let conversion: String
    private let precision: Int

    /// Decimal numbers with six digits after the point.
    public static let fixed = OSLogFloatFormatting(conversion: "f", precision: 6)
    /// Numbers with an exponent.
    public static let exponential = OSLogFloatFormatting(conversion: "e", precision: 6)
    /// In the shorter of both forms.
    public static let hybrid = OSLogFloatFormatting(conversion: "g", precision: 6)

    /// Decimal numbers with a number of digits after the point.
    ///
    /// - Parameter precision: The number of digits.
    /// - Returns: The format.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "f", precision: min(max(precision, 0), 1024))
    }

    func text(_ number: Double) -> String { String(format: "%.\(precision)\(conversion)", number) }
}
