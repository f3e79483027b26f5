internal import PortableKeychain

/// A command line as it was typed in bash, up to the cursor.
///
/// bash hands over words with their quotes, and has the completed text inserted as it is. So both are
/// done here, where tests can show that a name is one word and runs nothing.
struct BashLine {
    /// The words before the one at the cursor, without quotes.
    private(set) var words: [String] = []
    /// The beginning of the word at the cursor, without quotes.
    private(set) var typed = ""
    /// The same with its quotes.
    private var raw = ""
    /// The quote that is open at the cursor.
    private var quote: Character?

    /// Characters that do more than stand for themselves, where they are not quoted.
    private static let active: Set<Character> = [
        "$", "`", ";", "|", "&", "<", ">", "(", ")", "{", "}", "*", "?", "[", "#", "!", "\n",
    ]

    /// Reads a line; `nil` if it is more than plain words.
    ///
    /// - Parameter text: The line after the name of the command.
    init?(_ text: String) {
        var isEscaped = false
        var isWord = false
        // By scalars, as bash reads it: beside a combining letter, a quote is another character of Swift.
        for character in text.unicodeScalars.map(Character.init) {
            if isEscaped {
                if quote == "\"", !"\"\\$`".contains(character) { typed.append("\\") }
                typed.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open {
                    quote = nil
                } else if open == "\"", "$`!".contains(character) {
                    return nil
                } else {
                    typed.append(character)
                }
            } else if character == "'" || character == "\"" {
                quote = character
            } else if character == " " || character == "\t" {
                if isWord { words.append(typed) }
                (typed, raw, isWord) = ("", "", false)
                continue
            } else if Self.active.contains(character) {
                return nil
            } else {
                typed.append(character)
            }
            isWord = true
            raw.append(character)
        }
        guard !isEscaped else { return nil }
    }

    /// The text that bash inserts for a word that was chosen.
    ///
    /// - Parameters:
    ///   - word: The word.
    ///   - current: The part of the line that bash replaces: the end of the typed word, after the
    ///     quote at its start or the last colon, equals sign or other character that ends words
    ///     for readline.
    /// - Returns: The text; `nil` if it cannot be quoted there.
    func replacement(for word: String, replacing current: String) -> String? {
        guard word.hasPrefix(typed) else { return nil }
        if let quote {
            // Only a quote around the whole word is simple enough.
            guard raw.first == quote, !raw.dropFirst().contains(quote) else { return nil }
            guard let text = Self.quoted(word, in: quote) else { return nil }
            return after(String(raw.dropFirst().dropLast(current.count)), text)
        }
        guard !raw.contains(where: { "'\"".contains($0) }) else { return nil }
        return after(String(raw.dropLast(current.count)), Self.quoted(word))
    }

    /// The rest of a text after the part that stays in the line.
    private func after(_ head: String, _ text: String) -> String? {
        text.hasPrefix(head) ? String(text.dropFirst(head.count)) : nil
    }

    /// A word with a backslash before each character that could be more than itself.
    static func quoted(_ word: String) -> String {
        word.unicodeScalars.reduce(into: "") { result, scalar in
            let isPlain =
                !scalar.isASCII || scalar.properties.isAlphabetic
                || "0123456789/._-@:=+,%".unicodeScalars.contains(scalar)
            result += isPlain ? String(scalar) : "\\\(scalar)"
        }
    }

    /// A word inside of quotes; `nil` if that is not possible.
    private static func quoted(_ word: String, in quote: Character) -> String? {
        guard quote == "\"" else { return word.replacing(sign: "'", with: "'\\''") }
        // The history of an interactive shell is asked for what follows it, also in quotes.
        guard !word.contains(sign: "!") else { return nil }
        return word.unicodeScalars.reduce(into: "") { result, scalar in
            result += "\"\\$`".unicodeScalars.contains(scalar) ? "\\\(scalar)" : String(scalar)
        }
    }
}
