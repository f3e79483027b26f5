/// A pattern in a line that a person has to look at.
struct Rule: Sendable {
    /// The words of which a line needs one, so that no other line is looked at.
    var words: Set<String> = []
    /// The starts of words, of which a line needs one if it has none of ``words``.
    var prefixes: [String] = []
    /// The modules of which the source needs to import one; empty if it needs none.
    var modules: Set<String> = []
    /// The code that the advice is about.
    var group = Finding.Group.keychain
    /// Whether one place of a package is enough to say it.
    var isSaidOnce = false
    /// The advice for a line that the rule finds.
    let advice: String
    /// A line that has it; an `import` before it, if it needs one.
    let example: String
    /// Whether a line with one of the words has it.
    var isIn: @Sendable ([CodeToken]) -> Bool = { _ in true }

    /// The rules, in the order in which their advice is given for one line.
    static let all = keychain + network + foundation + system + interface

    /// The lines of a source that have it.
    func lines(in source: SourceText, importing imported: Set<String>) -> [Int] {
        guard modules.isEmpty || !modules.isDisjoint(with: imported) else { return [] }
        return source.lines(with: words, prefixes: prefixes).filter { isIn(source.tokens($0)) }
    }
}
