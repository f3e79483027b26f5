package import PortableKeychain

/// A JSON value that keeps the order of its members (RFC 8259).
package indirect enum JSON {
    case string(String)
    /// A secret text; bytes that are not UTF-8 are replaced by U+FFFD.
    case secret(SecretBytes)
    case number(Int64)
    case bool(Bool)
    case array([JSON])
    case object([(String, JSON)])

    /// The text on one line without spaces, for programs that read lines.
    ///
    /// An ordinary copy that is not zeroed: do not use it for values with secrets.
    package var line: String {
        var writer = SecretWriter()
        write(to: &writer, indent: nil)
        return writer.string
    }

    /// The text, indented by two spaces, in memory that is zeroed.
    package var secretText: SecretBytes {
        var writer = SecretWriter()
        write(to: &writer, indent: "")
        return writer.secret
    }

    /// The text on one line without spaces, in memory that is zeroed.
    package var secretLine: SecretBytes {
        var writer = SecretWriter()
        write(to: &writer, indent: nil)
        return writer.secret
    }

    /// Writes the value; on one line if `indent` is `nil`.
    package func write(to writer: inout SecretWriter, indent: String?) {
        switch self {
        case .string(let string): Self.quote(string, to: &writer)
        case .secret(let secret): Self.quote(secret, to: &writer)
        case .number(let number): writer.append(String(number))
        case .bool(let truth): writer.append(truth ? "true" : "false")
        case .array(let values):
            Self.write(values, "[", "]", to: &writer, indent: indent) { value, writer, inner in
                value.write(to: &writer, indent: inner)
            }
        case .object(let members):
            Self.write(members, "{", "}", to: &writer, indent: indent) { member, writer, inner in
                Self.quote(member.0, to: &writer)
                writer.append(inner == nil ? ":" : ": ")
                member.1.write(to: &writer, indent: inner)
            }
        }
    }

    private static func write<Part>(
        _ parts: [Part],
        _ start: String,
        _ end: String,
        to writer: inout SecretWriter,
        indent: String?,
        each: (Part, inout SecretWriter, String?) -> Void
    ) {
        let inner = indent.map { $0 + "  " }
        writer.append(start)
        for (index, part) in parts.enumerated() {
            if index > 0 { writer.append(",") }
            if let inner { writer.append("\n" + inner) }
            each(part, &writer, inner)
        }
        if let indent, !parts.isEmpty { writer.append("\n" + indent) }
        writer.append(end)
    }

    private static func quote(_ secret: SecretBytes, to writer: inout SecretWriter) {
        writer.append("\"")
        secret.withUnsafeBytes { bytes in
            var decoder = UTF8()
            var rest = bytes.makeIterator()
            while true {
                switch decoder.decode(&rest) {
                case .scalarValue(let scalar): escape(scalar, to: &writer)
                case .error: writer.append("\u{FFFD}")
                case .emptyInput: return
                }
            }
        }
        writer.append("\"")
    }

    private static func quote(_ text: String, to writer: inout SecretWriter) {
        writer.append("\"")
        if Escaping.isPlain(text, without: (UInt8(ascii: "\""), UInt8(ascii: "\\"))) {
            writer.append(text)
        } else {
            for scalar in text.unicodeScalars { escape(scalar, to: &writer) }
        }
        writer.append("\"")
    }

    private static func escape(_ scalar: Unicode.Scalar, to writer: inout SecretWriter) {
        switch scalar {
        case "\"": writer.append("\\\"")
        case "\\": writer.append("\\\\")
        case "\n": writer.append("\\n")
        case "\r": writer.append("\\r")
        case "\t": writer.append("\\t")
        case let scalar where Escaping.isUnsafe(scalar):
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                writer.append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            }
        default: writer.append(scalar)
        }
    }
}
