/// A name that is not empty: of a valet, within the names of all valets of its kind.
public struct Identifier: CustomStringConvertible, Hashable, Sendable {
    /// The name.
    public let description: String

    /// Creates an identifier.
    ///
    /// - Parameter string: The name; `nil` is returned for `nil` or an empty one.
    public init?(nonEmpty string: String?) {
        guard let string, !string.isEmpty else { return nil }
        description = string
    }

    /// Creates an identifier from a text that is known not to be empty.
    init(known string: String) { description = string }
}
