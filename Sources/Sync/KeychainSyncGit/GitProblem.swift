/// A failure of a git repository, in words for the user.
///
/// It never contains a password: addresses with one are refused, and git's messages are cleaned.
package struct GitProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// One sentence or two, made safe for a terminal.
    package let text: String
    /// Whether git on this side said that a disk is full.
    private(set) var saysDiskFull = false

    package init(_ text: String) { self.text = text }

    /// - Parameters:
    ///   - text: One sentence or two.
    ///   - lines: The lines that git wrote, with those of the other side after "remote:".
    init(_ text: String, saidIn lines: [String]) {
        self.text = text
        let words = ["no space left on device", "disk quota exceeded", "out of diskspace"]
        saysDiskFull = lines.contains { line in
            !line.hasPrefix("remote:") && words.contains { line.lowercased().contains($0) }
        }
    }

    package var description: String { text }
}
