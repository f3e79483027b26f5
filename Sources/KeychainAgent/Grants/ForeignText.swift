internal import SafeText

/// Names and sentences of other programs as dialogs show them: on one line, escaped and short.
///
/// A program that asks may want its words to look like the system's, or to push the words of the
/// agent out of the dialog, which shows about 900 bytes (agent-protocol.md §5).
enum ForeignText {
    private static let longestName = 80
    private static let longestReason = 120
    private static let longestTitle = 30

    /// A name, cut in the middle: a long folder in front must not hide what the path begins with.
    static func name(_ text: String) -> String { cut(text, to: longestName) }

    /// The reason in a question: first the program, then what it says.
    ///
    /// - Parameters:
    ///   - text: What the program says; it may be empty.
    ///   - program: The program, for people.
    /// - Returns: A sentence that ends with the program's words in quotation marks.
    static func reason(_ text: String, of program: String) -> String {
        let asker = "\(name(program)) asks for it"
        guard !text.isEmpty else { return asker }
        // A quotation mark of the program must not look like the end of its words.
        let words = cut(text.replacing("\"", with: "'"), to: longestReason)
        return "\(asker) and says: \"\(words)\""
    }

    /// The title of a button.
    static func title(_ text: String) -> String { cut(text, to: longestTitle) }

    /// Cuts by scalars: one character can have thousands of marks, which would push the agent's own words
    /// out of the dialog.
    private static func cut(_ text: String, to length: Int) -> String {
        // Not a string of megabytes, of which little is shown; the end of a path counts too.
        let isHuge = text.utf8.count > 16 * length
        let scalars = text.unicodeScalars
        let near =
            isHuge ? String(scalars.prefix(length)) + String(scalars.suffix(length)) : text
        let shown = Escaping.escaped(near).unicodeScalars
        guard isHuge || shown.count > length else { return String(shown) }
        let half = (length - 1) / 2
        return String(shown.prefix(half)) + "…" + String(shown.suffix(length - 1 - half))
    }
}
