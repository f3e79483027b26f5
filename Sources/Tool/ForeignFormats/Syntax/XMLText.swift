package import PortableKeychain
internal import SafeText

/// Text in XML 1.0, which cannot hold every character, not even as a reference.
package enum XMLText {
    /// Whether XML can hold a text.
    package static func holds(_ text: SecretBytes) -> Bool {
        text.withUnsafeBytes { bytes in
            UTF8Text.isValid(bytes) && bytes.indices.allSatisfy { isAllowed(bytes, $0) }
        }
    }

    /// Whether XML can hold a text.
    package static func holds(_ text: String) -> Bool { holds(SecretBytes(utf8: text)) }

    /// Whether the character that begins or continues at a byte is one of XML (XML 1.0, 2.2).
    private static func isAllowed(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
        switch bytes[place] {
        case 0x09, 0x0A, 0x0D: true
        case 0..<0x20: false
        // U+FFFE and U+FFFF.
        case 0xEF: bytes[place + 1] != 0xBF || bytes[place + 2] < 0xBE
        default: true
        }
    }

    /// A text in which question marks stand for what XML cannot hold.
    static func cleaned(_ text: String) -> String {
        guard !holds(text) else { return text }
        var cleaned = ""
        for scalar in text.unicodeScalars {
            cleaned.unicodeScalars.append(holds(String(scalar)) ? scalar : "?")
        }
        return cleaned
    }

    /// Writes a text that XML can hold, with references in the place of characters that have a meaning.
    ///
    /// A reader turns a carriage return into a line feed, unless it is a reference.
    static func append(_ text: SecretBytes, to writer: inout SecretWriter) {
        text.withUnsafeBytes { bytes in
            for byte in bytes {
                switch byte {
                case UInt8(ascii: "&"): writer.append("&amp;")
                case UInt8(ascii: "<"): writer.append("&lt;")
                case UInt8(ascii: ">"): writer.append("&gt;")
                case UInt8(ascii: "\""): writer.append("&quot;")
                case UInt8(ascii: "\r"): writer.append("&#13;")
                default: writer.append(byte)
                }
            }
        }
    }
}
