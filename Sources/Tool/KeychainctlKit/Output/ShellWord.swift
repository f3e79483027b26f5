internal import PortableKeychain
internal import SafeText

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

    /// The text in ASCII: as `$'…'` of a shell if it has other letters, which are bytes in base 8 then, and else as it
    /// is printed.
    ///
    /// So names that look alike are different here, and can be typed: bash, zsh and POSIX 2024 (2.2.4) read it in every
    /// locale.
    static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return Escaping.escaped(text) }
        let signs = text.utf8.map { (byte: UInt8) -> String in
            guard (0x20..<0x7F).contains(byte) else {
                let digits = String(byte, radix: 8)
                return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
            }
            let isSpecial = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\\")
            return (isSpecial ? "\\" : "") + String(UnicodeScalar(byte))
        }
        return "$'" + signs.joined() + "'"
    }
}
