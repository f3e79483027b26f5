internal import PortableKeychain
internal import SafeText

/// Names and sentences of other programs as dialogs show them: on one line, escaped and short.
///
/// A program that asks may want its words to look like the system's, or to push the words of the
/// agent out of the dialog, which shows about 900 bytes (agent-protocol.md §5).
enum ForeignText {
    private static let longestName = 80
    private static let longestReason = 120
    private static let longestTitle = 30

    /// A name, cut in the middle: a long folder in front must not hide the beginning of the path.
    static func name(_ text: String) -> String { Escaping.short(text, to: longestName) }

    /// The reason in a question: first the program, then its text.
    ///
    /// - Parameters:
    ///   - text: The program's text; it may be empty.
    ///   - program: The program, for people.
    /// - Returns: A sentence that ends with the program's words in quotation marks.
    static func reason(_ text: String, of program: String) -> String {
        let asker = "\(name(program)) asks for it"
        guard !text.isEmpty else { return asker }
        // A quotation mark of the program must not look like the end of its words.
        let words = Escaping.short(text.replacing(sign: "\"", with: "'"), to: longestReason)
        return "\(asker) and says: \"\(words)\""
    }

    /// The title of a button.
    static func title(_ text: String) -> String { Escaping.short(text, to: longestTitle) }
}
