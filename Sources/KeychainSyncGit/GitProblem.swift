/// What went wrong with a git repository, for people.
///
/// It never contains a password: addresses with one are refused, and git's messages are cleaned.
package struct GitProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// One sentence or two, made safe for a terminal.
    package let text: String

    package init(_ text: String) { self.text = text }

    package var description: String { text }
}
