/// A JSON value that keeps the order of its members (RFC 8259).
indirect enum JSON {
    case string(String)
    case number(Int64)
    case bool(Bool)
    case array([JSON])
    case object([(String, JSON)])

    /// The text, indented by two spaces.
    func text(indent: String = "") -> String {
        let inner = indent + "  "
        switch self {
        case .string(let string): return Self.quoted(string)
        case .number(let number): return String(number)
        case .bool(let truth): return truth ? "true" : "false"
        case .array(let values):
            guard !values.isEmpty else { return "[]" }
            return "[\n" + values.map { inner + $0.text(indent: inner) }.joined(separator: ",\n")
                + "\n\(indent)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            return "{\n"
                + members.map { "\(inner)\(Self.quoted($0)): \($1.text(indent: inner))" }
                .joined(separator: ",\n") + "\n\(indent)}"
        }
    }

    /// The text on one line without spaces, for programs that read lines.
    var line: String {
        switch self {
        case .array(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
        case .object(let members):
            "{" + members.map { Self.quoted($0) + ":" + $1.line }.joined(separator: ",") + "}"
        default: text()
        }
    }

    private static func quoted(_ string: String) -> String {
        var result = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case let scalar where Escaping.isUnsafe(scalar):
                // All of them lie in the basic plane, so four digits suffice.
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
