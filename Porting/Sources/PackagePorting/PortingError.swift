/// The reason why a package cannot be ported.
public struct PortingError: Error, CustomStringConvertible {
    /// The problem, and the next step.
    public let description: String

    /// Makes an error.
    ///
    /// - Parameter description: The problem, and the next step.
    public init(_ description: String) { self.description = description }
}
