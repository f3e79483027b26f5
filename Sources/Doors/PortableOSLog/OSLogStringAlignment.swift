/// The padding of a value to a width.
public struct OSLogStringAlignment: Hashable, Sendable {
    private let width: Int
    private let isLeft: Bool

    /// No padding.
    public static let none = OSLogStringAlignment(width: 0, isLeft: true)

    /// Spaces before the value.
    ///
    /// - Parameter columns: The width, in characters.
    /// - Returns: The alignment.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns, isLeft: false)
    }

    /// Spaces after the value.
    ///
    /// - Parameter columns: The width, in characters.
    /// - Returns: The alignment.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(width: columns, isLeft: true)
    }

    func padded(_ text: String) -> String {
        let spaces = String(repeating: " ", count: min(max(width - text.count, 0), 1024))
        return isLeft ? text + spaces : spaces + text
    }
}
