/// Text that a spreadsheet would run (OWASP, "CSV Injection").
enum Formula {
    /// Whether a text is a formula: it begins as one and calls something.
    ///
    /// Names and notes may well begin with a sign or an at; few hold a call as well.
    static func isFormula(_ text: String) -> Bool {
        guard let first = text.first else { return false }
        let rest = text.dropFirst()
        switch first {
        case "=": return rest.contains { "(|!".contains($0) }
        case "+", "-", "@":
            if rest.contains("|"), rest.contains("!") { return true }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "." }
            return !name.isEmpty && rest.dropFirst(name.count).first == "("
        default: return false
        }
    }

    /// Makes a text harmless by an apostrophe in front, where a spreadsheet might run it.
    ///
    /// Only for text that people read; nothing else may be changed.
    static func defused(_ text: String) -> String {
        guard let first = text.first, "=+-@\t\r".contains(first) else { return text }
        return "'" + text
    }
}
