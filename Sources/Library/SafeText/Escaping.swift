internal import PortableKeychain

/// Makes text harmless before it reaches a terminal or a line-based format.
///
/// Any program that can write to the keychain can choose an attribute. Unescaped, the attribute
/// could move the cursor, rewrite lines or answer queries of the terminal (ECMA-48 control
/// functions).
package enum Escaping {
    /// Text with unsafe characters written as `\n`, `\t`, `\\` and `\u{…}`.
    package static func escaped(_ text: String) -> String {
        guard !isPlain(text, without: UInt8(ascii: "\\")),
            text.unicodeScalars.contains(where: { isUnsafe($0) || $0 == "\\" })
        else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            default: append(scalar, to: &result)
            }
        }
        return result
    }

    /// Escaped text with a largest length, cut in the middle, for words of strangers in dialogs.
    ///
    /// It is cut by scalars: one character can have thousands of marks, which would push the dialog's own
    /// words out of sight.
    ///
    /// - Parameters:
    ///   - text: The words of a stranger.
    ///   - length: The largest number of scalars in the result.
    /// - Returns: The text to show.
    package static func short(_ text: String, to length: Int) -> String {
        // Not a string of megabytes, of which little is shown; the end of a path counts too.
        let isHuge = text.utf8.count > 16 * length
        let scalars = text.unicodeScalars
        let near =
            isHuge ? String(scalars.prefix(length)) + String(scalars.suffix(length)) : text
        let shown = escaped(near)
        guard isHuge || shown.unicodeScalars.count > length else { return shown }
        return UnsafeCharacters.middleCut(shown, to: length)
    }

    /// Text with its newlines and tabs, and other unsafe characters written as `\u{…}`.
    ///
    /// For text that is escaped already or has a syntax of its own: backslashes stay as they are.
    package static func visible(_ text: String) -> String {
        func isKept(_ scalar: Unicode.Scalar) -> Bool { scalar == "\n" || scalar == "\t" }
        // Long lists have newlines and tabs, and no other characters to escape.
        guard !isPlain(text, hasLines: true),
            text.unicodeScalars.contains(where: { !isKept($0) && isUnsafe($0) })
        else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isKept(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                append(scalar, to: &result)
            }
        }
        return result
    }

    /// Text in ASCII: signs of this tool's own texts in similar letters, and all others as `\u{…}`.
    ///
    /// For terminals whose locale has no other letters. The text is escaped already, so backslashes
    /// stay as they are.
    package static func ascii(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                result.unicodeScalars.append(scalar)
            } else {
                result += signs[scalar] ?? "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    private static let signs: [Unicode.Scalar: String] = [
        "…": "...", "–": "-", "—": "-", "·": "-", "▏": "_", "•": "*", "→": ">", "✓": "+", "✗": "!",
        "↑": "Up", "↓": "/Down", "⏎": "Enter", "⇥": "Tab", "⇞": "PgUp", "⇟": "/PgDn",
    ]

    /// Whether a character controls the terminal, changes the reading order, or cannot be seen.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        UnsafeCharacters.contains(scalar)
    }

    /// Whether a text is made of visible ASCII and spaces, so that no character of it is unsafe.
    ///
    /// Most text is, and its bytes are looked at in a tenth of the time that its characters take.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - excluded: A byte that must not be in it; 0x7F for none.
    ///   - hasLines: Whether newlines and tabs may also be in it.
    /// - Returns: Whether it is; false also if that is not found out quickly.
    static func isPlain(
        _ text: String,
        without excluded: UInt8 = 0x7F,
        hasLines: Bool = false
    ) -> Bool {
        let (newline, tab): (UInt8, UInt8) = hasLines ? (0x0A, 0x09) : (0x20, 0x20)
        let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
            // Without an early end, so that many bytes are compared at once.
            var others: UInt8 = 0
            for byte in bytes {
                let isVisible = byte &- 0x20 < 0x5F && byte != excluded
                others |= isVisible || byte == newline || byte == tab ? 0 : 1
            }
            return others == 0
        }
        return answer ?? false
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if isUnsafe(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}
