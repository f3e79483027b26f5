/// A rule about files together, with examples of repositories that break it.
struct RepositoryRule: Sendable, CustomStringConvertible {
    /// A repository of a few files, that breaks the rule in one way.
    struct Example: Sendable, CustomStringConvertible {
        let description: String
        /// Paths and texts.
        let files: [(path: String, text: String)]

        init(_ description: String, _ files: (path: String, text: String)...) {
            self.description = description
            self.files = files
        }

        var sources: [SourceFile] { files.map { SourceFile(path: $0.path, text: $0.text) } }
    }

    let name: String
    /// Each of them breaks the rule.
    let bad: [Example]
    /// Each of them looks as if it broke the rule, and keeps it.
    let good: [Example]
    let check: @Sendable ([SourceFile]) -> [Violation]

    var description: String { name }

    static let all = [clones, chapters, nouns, ownUse]
}
