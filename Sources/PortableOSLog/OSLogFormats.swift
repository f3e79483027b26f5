internal import Foundation

/// How a value is padded to a width.
public struct OSLogStringAlignment: Hashable, Sendable {
    private let width: Int
    private let isLeft: Bool

    /// No padding.
    public static let none = OSLogStringAlignment(width: 0, isLeft: true)

    /// Spaces before the value.
    ///
    /// - Parameter columns: The width, in characters.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns, isLeft: false)
    }

    /// Spaces after the value.
    ///
    /// - Parameter columns: The width, in characters.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns, isLeft: true)
    }

    func padded(_ text: String) -> String {
        let spaces = String(repeating: " ", count: min(max(width - text.count, 0), 1024))
        return isLeft ? text + spaces : spaces + text
    }
}

/// How an integer is written.
public struct OSLogIntegerFormatting: Hashable, Sendable {
    private let radix: Int
    private let prefix: String
    private var isUppercase = false
    private var minDigits = 0

    private init(_ radix: Int, _ prefix: String = "") {
        (self.radix, self.prefix) = (radix, prefix)
    }

    /// In digits from 0 to 9.
    public static let decimal = OSLogIntegerFormatting(10)
    /// In digits from 0 to f.
    public static let hex = OSLogIntegerFormatting(16)
    /// In digits from 0 to 7.
    public static let octal = OSLogIntegerFormatting(8)

    /// In digits from 0 to 9.
    ///
    /// - Parameter minDigits: The least number of digits; zeroes are put before them.
    public static func decimal(minDigits: Int) -> OSLogIntegerFormatting {
        var format = decimal
        format.minDigits = minDigits
        return format
    }

    /// In digits from 0 to f.
    ///
    /// - Parameters:
    ///   - includePrefix: Whether `0x` is put before them.
    ///   - uppercase: Whether the digits are 0 to F.
    ///   - minDigits: The least number of digits; zeroes are put before them.
    public static func hex(
        includePrefix: Bool = false,
        uppercase: Bool = false,
        minDigits: Int = 0
    ) -> OSLogIntegerFormatting {
        var format = OSLogIntegerFormatting(16, includePrefix ? "0x" : "")
        (format.isUppercase, format.minDigits) = (uppercase, minDigits)
        return format
    }

    func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let zeroes = String(repeating: "0", count: min(max(minDigits - digits.count, 0), 1024))
        return (number < 0 ? "-" : "") + prefix + zeroes + digits
    }
}

/// How a number with a fraction is written.
public struct OSLogFloatFormatting: Hashable, Sendable {
    private let conversion: String
    private let precision: Int

    /// With six digits after the point.
    public static let fixed = OSLogFloatFormatting(conversion: "f", precision: 6)
    /// With an exponent.
    public static let exponential = OSLogFloatFormatting(conversion: "e", precision: 6)
    /// In the shorter of both forms.
    public static let hybrid = OSLogFloatFormatting(conversion: "g", precision: 6)

    /// With a number of digits after the point.
    ///
    /// - Parameter precision: How many digits.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: "f", precision: min(max(precision, 0), 1024))
    }

    func text(_ number: Double) -> String { String(format: "%.\(precision)\(conversion)", number) }
}

/// How a truth value is written.
public enum OSLogBoolFormat: Hashable, Sendable {
    /// `true` or `false`.
    case truth
    /// `yes` or `no`.
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "yes" : "no"
        }
    }
}
