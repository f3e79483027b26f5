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
                "\(field.name): \(field.text.replacing("\n", with: "\n  "))\n"
            }.joined()
    }

    /// The fields with the values that the user wrote; those that are missing keep their values.
    ///
    /// - Throws: ``Failure`` that names the line.
    func reading(_ text: String) throws(Failure) -> [ItemField] {
        // A text that an editor cannot show unchanged must not look like a change.
        let present = try values(self.text)
        let written = try values(text)
        return fields.map { field in
            var field = field
            if let value = written[field.name], value != present[field.name] { field.text = value }
            return field
        }
    }

    private func values(_ text: String) throws(Failure) -> [String: String] {
        var values: [String: String] = [:]
        var name: String?
        // Empty lines belong to a value only if it continues after them.
        var gap = ""
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated() where !line.hasPrefix("#")
        {
            if line.allSatisfy({ $0 == " " || $0 == "\r" }) {
                gap += "\n" + line.dropFirst(2)
                continue
            }
            if let name, line.hasPrefix("  ") {
                values[name, default: ""] += gap + "\n" + line.dropFirst(2)
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

    private func name(of line: Substring, _ number: Int) throws(Failure) -> String {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let field = fields.first(where: { $0.name == parts[0] }) else {
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
