internal import PortableKeychain
internal import SafeText

/// Detects and defuses text that a spreadsheet would run (OWASP, "CSV Injection").
package enum Formula {
    /// Whether a text is a formula: it begins like one and contains a call.
    ///
    /// Names and notes often begin with a sign or an "@", but rarely also contain a call. The text
    /// may be a secret, such as a note, so it is checked without copying it.
    static func isFormula(_ text: SecretBytes) -> Bool {
        text.withUnsafeBytes { bytes in
            switch bytes.first.map({ Character(Unicode.Scalar($0)) }) {
            case "=": return bytes.contains { Array("(|!".utf8).contains($0) }
            case "+", "-", "@":
                if bytes.contains(UInt8(ascii: "|")), bytes.contains(UInt8(ascii: "!")) {
                    return true
                }
                return beginsCall(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
            default: return false
            }
        }
    }

    /// Prefixes a text with an apostrophe if a spreadsheet might run it.
    ///
    /// Only for text for people; other values must not be changed.
    package static func defused(_ text: String) -> String {
        guard let first = text.unicodeScalars.first, "=+-@\t\r\n".unicodeScalars.contains(first)
        else { return text }
        return "'" + text
    }

    /// Whether a text begins with a name and an opening parenthesis.
    private static func beginsCall(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var hasName = false
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            guard scalar == "." || Character(scalar).isLetter || Character(scalar).isNumber else {
                return hasName && scalar == "("
            }
            hasName = true
        }
        return false
    }
}
