internal import KeychainctlKit
internal import PortableKeychain

/// The text of attributes in an editor: lines `name: value`, and two spaces before each further line
/// of a value.
struct FieldText {
    private let fields: [ItemField]

    init(_ fields: [ItemField]) { self.fields = fields }

    private static let start =
        "# Lines that begin with '#' are ignored. Two spaces before a line continue the value above.\n"

    /// The text for the editor.
    var text: String {
        Self.start
            + fields.map { field in
                let lines = Self.lines(of: field.text).map { String($0) }
                return "\(field.name): \(lines.joined(separator: "\n  "))\n"
            }.joined()
    }

    /// The fields with the values that the user wrote; those that are missing keep their values.
    ///
    /// - Throws: ``Failure`` that names the line.
    func reading(_ text: String) throws(Failure) -> [ItemField] {
        // A text that an editor cannot show unchanged must not look like a change.
        var present = try values(Self.lines(of: self.text))
        var lines = Self.lines(of: text)
        // An editor of Windows ends each line, also of a text that it has not made, with both characters.
        if lines.dropLast().allSatisfy({ $0.last == "\r" }) {
            lines = lines.map { $0.last == "\r" ? $0.dropLast() : $0 }
            present = present.mapValues { $0.replacing("\r\n", with: "\n") }
        }
        let written = try values(lines)
        return fields.map { field in
            var field = field
            if let value = written[field.name],
                present[field.name]?.hasSameBytes(as: value) != true
            {
                field.text = value
            }
            return field
        }
    }

    /// Of scalars: for Swift, the two characters that end a line of Windows are one, and a letter that
    /// combines with a space is no space.
    private typealias Line = Substring.UnicodeScalarView

    private static func lines(of text: String) -> [Line] {
        text[...].unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    }

    private func values(_ lines: [Line]) throws(Failure) -> [String: String] {
        var values: [String: String] = [:]
        var name: String?
        // Empty lines belong to a value only if it continues after them.
        var gap = ""
        for (number, line) in lines.enumerated() where line.first != "#" {
            let isFurther = line.starts(with: "  ".unicodeScalars)
            if line.allSatisfy({ $0 == " " || $0 == "\r" }) {
                gap += "\n" + String(line.dropFirst(2))
                continue
            }
            if let name, isFurther {
                values[name, default: ""] += gap + "\n" + String(line.dropFirst(2))
            } else {
                name = try self.name(of: line, number + 1)
                values[name ?? ""] = String(
                    line.drop { $0 != ":" }.dropFirst().drop { $0 == " " }
                )
            }
            gap = ""
        }
        return values
    }

    private func name(of line: Line, _ number: Int) throws(Failure) -> String {
        let name = line.prefix { $0 != ":" }
        guard name.endIndex < line.endIndex,
            let field = fields.first(where: { $0.name == String(name) })
        else {
            throw Failure(
                .badInput,
                "line \(number) of the text names no attribute that can be edited",
                advice:
                    "begin it with one of \(fields.map(\.name).joined(separator: ", ")) and ':', "
                    + "or with two spaces"
            )
        }
        return field.name
    }
}
