internal import PortableKeychain

/// Makes text harmless before it reaches a terminal or a line-based format.
///
/// Any program that can write to the keychain can choose an attribute. Unescaped, the attribute
/// could move the cursor, rewrite lines or answer queries of the terminal (ECMA-48 control
/// functions).
package enum Escaping {
    /// Text with unsafe characters written as `\n`, `\t`, `\\` and `\u{…}`.
    package static func escaped(_ text: String) -> String {
        guard !isPlain(text, without: (UInt8(ascii: "\\"), 0x7F)),
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
    /// Most text is, and its bytes are looked at in a small part of the time that its characters take.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - excluded: Two bytes of ASCII that must not be in it; 0x7F is never in it.
    ///   - hasLines: Whether newlines and tabs may also be in it.
    /// - Returns: Whether it is; false also if that is not found out quickly.
    static func isPlain(
        _ text: String,
        without excluded: (UInt8, UInt8) = (0x7F, 0x7F),
        hasLines: Bool = false
    ) -> Bool {
        let answer = text.utf8.withContiguousStorageIfAvailable { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var (others, start) = (UInt64(0), 0)
            while start + 8 <= bytes.count {
                let word = bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                others |= marks(word, excluded, hasLines)
                start += 8
            }
            guard start < bytes.count else { return others == 0 }
            // The last bytes, the first of them several times.
            var word = each(bytes[start])
            while start < bytes.count {
                word = word << 8 | UInt64(bytes[start])
                start += 1
            }
            return others | marks(word, excluded, hasLines) == 0
        }
        return answer ?? false
    }

    /// A word of eight times the same byte.
    private static func each(_ byte: UInt8) -> UInt64 { UInt64(byte) &* 0x0101_0101_0101_0101 }

    /// A word that is not 0 if one of eight bytes is not visible ASCII or a space, or is excluded.
    ///
    /// The high bit of each byte is its mark. No sum or difference of bytes below 0x80 reaches the
    /// next byte.
    private static func marks(
        _ word: UInt64,
        _ excluded: (UInt8, UInt8),
        _ hasLines: Bool
    ) -> UInt64 {
        let high = each(0x80)
        let low = word & ~high
        func isByte(_ byte: UInt8) -> UInt64 { ~((low ^ each(byte)) &+ each(0x7F)) & high }
        var controls = ~((low | high) &- each(0x20)) & high
        if hasLines { controls &= ~(isByte(0x0A) | isByte(0x09)) }
        let others = isByte(0x7F) | isByte(excluded.0) | isByte(excluded.1)
        return word & high | controls | others
    }

    private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
        if isUnsafe(scalar) {
            result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
}
