/// Makes text harmless before it reaches a terminal or a line-based format.
///
/// Any program that can write to the keychain can choose an attribute. Unescaped, the attribute
/// could move the cursor, rewrite lines or answer queries of the terminal (ECMA-48 control
/// functions).
package enum Escaping {
    /// Text with control characters written as `\n`, `\t`, `\\` and `\u{…}`.
    package static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0) || $0 == "\\" }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case let scalar where isUnsafe(scalar):
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a character controls the terminal or changes the reading order of text.
    package static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Bidirectional overrides and isolates, line and paragraph separators.
        case 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
        default: false
        }
    }
}
