internal import PortableKeychain

/// Escapes text for roff, so that no character acts as a request (groff_char(7), man(7)).
enum Roff {
    /// A text, on one line.
    static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\n": result += " "
            default: result.append(character)
            }
        }
        // At the start of a line, a dot would be a request; quotes are escaped already.
        return result.hasPrefix(".") ? "\\&" + result : result
    }

    /// An argument of a macro.
    static func quoted(_ text: String) -> String {
        "\"" + self.text(text).replacing(sign: "\"", with: "\\(dq") + "\""
    }
}
