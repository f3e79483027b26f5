/// A place in a package, and what was done there or is to be done.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The file, from the folder of the package.
    public let path: String
    /// The line from 1 on.
    public let line: Int
    /// What was done, or what to do.
    public let text: String

    /// The place as compilers print it, and the text.
    public var description: String { "\(path):\(line): \(text)" }
}
