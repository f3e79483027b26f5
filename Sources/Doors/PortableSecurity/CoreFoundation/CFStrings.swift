public import Foundation

/// The result of a comparison.
public enum CFComparisonResult: Int, Sendable {
    /// The left value comes first.
    case compareLessThan = -1
    /// Both values are equal.
    case compareEqualTo = 0
    /// The right value comes first.
    case compareGreaterThan = 1
}

/// The options by which strings are compared; the numbers are those of `NSString.CompareOptions`.
public struct CFStringCompareFlags: OptionSet, Sendable {
    /// Apple's number.
    public let rawValue: UInt

    /// Makes a set from its number.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Without regard to the case of letters.
    public static let compareCaseInsensitive = CFStringCompareFlags(rawValue: 1)
    /// Compares from the end.
    public static let compareBackwards = CFStringCompareFlags(rawValue: 4)
    /// Only at the beginning.
    public static let compareAnchored = CFStringCompareFlags(rawValue: 8)
    /// Digits as numbers.
    public static let compareNumerically = CFStringCompareFlags(rawValue: 64)
}

/// The number of an encoding of text.
public typealias CFStringEncoding = UInt32

/// The encodings of text that are known here.
public enum CFStringBuiltInEncodings: CFStringEncoding, Sendable {
    /// ASCII.
    case ASCII = 0x0600
    /// UTF-8.
    case UTF8 = 0x0800_0100
    /// ISO Latin 1.
    case isoLatin1 = 0x0201

    fileprivate var encoding: String.Encoding {
        switch self {
        case .ASCII: .ascii
        case .UTF8: .utf8
        case .isoLatin1: .isoLatin1
        }
    }
}

/// Compares two strings.
///
/// - Parameters:
///   - left: A string.
///   - right: Another one.
///   - options: The options of the comparison.
/// - Returns: The order of the two.
public func CFStringCompare(
    _ left: CFString!,
    _ right: CFString!,
    _ options: CFStringCompareFlags
) -> CFComparisonResult {
    let options = NSString.CompareOptions(rawValue: options.rawValue)
    return switch left.compare(right as String, options: options) {
    case .orderedAscending: .compareLessThan
    case .orderedSame: .compareEqualTo
    case .orderedDescending: .compareGreaterThan
    }
}

/// Makes a string out of text that ends with a zero.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - text: The text.
///   - encoding: One of ``CFStringBuiltInEncodings``, by its number.
/// - Returns: The string, or `nil` for text that is not in the encoding.
public func CFStringCreateWithCString(
    _ allocator: CFAllocator!,
    _ text: UnsafePointer<CChar>!,
    _ encoding: CFStringEncoding
) -> CFString! {
    guard let encoding = CFStringBuiltInEncodings(rawValue: encoding)?.encoding else { return nil }
    return String(cString: text, encoding: encoding).map { $0 as NSString }
}

/// The number of UTF-16 units in a string.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string.length }

/// The description of an object, with its contents, for people who look for errors.
public func CFCopyDescription(_ object: CFTypeRef!) -> CFString! {
    String(describing: object ?? "(null)" as NSString) as NSString
}
