/// The format of an integer.
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
    /// - Returns: The format.
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
    /// - Returns: The format.
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
