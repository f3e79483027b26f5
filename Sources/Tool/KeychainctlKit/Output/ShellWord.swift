internal import PortableKeychain

/// A text as a single word for a shell.
package enum ShellWord {
    /// The text, with any special characters quoted.
    package static func quoted(_ word: String) -> String {
        let isASCII = word.unicodeScalars.allSatisfy(\.isASCII)
        guard !isASCII || !isPlain(word, with: "/._-") || word.isEmpty else { return word }
        return "'" + word.replacing(sign: "'", with: "'\\''") + "'"
    }

    /// Whether a text is made of letters and digits of any script, and of some signs, so that it needs no quotes.
    ///
    /// By scalars: some letters combine with what follows, and one character of Swift is then such a letter and a
    /// semicolon.
    ///
    /// - Parameters:
    ///   - text: The text, which can come from other programs and machines.
    ///   - signs: The signs that may be in it too.
    /// - Returns: Whether it is; `true` for a text that is empty.
    package static func isPlain(_ text: String, with signs: String) -> Bool {
        text.unicodeScalars.allSatisfy {
            $0.properties.isAlphabetic || $0.properties.numericType != nil
                || signs.unicodeScalars.contains($0)
        }
    }
}
