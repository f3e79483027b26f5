/// Why a package cannot be ported.
public struct PortingError: Error, CustomStringConvertible {
    /// What is wrong, and what to do next.
    public let description: String

    /// Makes an error.
    ///
    /// - Parameter description: What is wrong, and what to do next.
    public init(_ description: String) { self.description = description }
}
