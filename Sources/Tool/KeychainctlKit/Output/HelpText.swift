/// The layout of help: lines of at most 80 columns.
package enum HelpText {
    /// The widest line.
    package static let columns = 80
    /// The column in which the descriptions of options and commands begin.
    private static let column = 26

    /// A text in lines.
    ///
    /// - Parameters:
    ///   - text: The text; its own line breaks are spaces.
    ///   - indent: The spaces before each line.
    ///   - hanging: More of them, before all lines but the first.
    /// - Returns: The lines; none for an empty text.
    package static func wrapped(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
        wrapped(text.split(whereSeparator: \.isWhitespace).map(String.init), indent, hanging)
    }

    /// Words in lines; the spaces in a word do not end a line.
    package static func wrapped(_ words: [String], _ indent: Int = 0, _ hanging: Int = 0)
        -> [String]
    {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var isEmpty = true
        for word in words {
            if !isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = String(repeating: " ", count: indent + hanging)
                isEmpty = true
            }
            line += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return isEmpty ? lines : lines + [line]
    }

    /// A label, and its description beside it, or below if the label is long.
    package static func entry(_ label: String, _ description: String) -> [String] {
        let start = "  " + label
        let text = wrapped(description, indent: column)
        guard start.count < column - 1, let first = text.first else { return [start] + text }
        return [start + first.dropFirst(start.count)] + text.dropFirst()
    }

    /// A line that is laid out already, wrapped only if it is too wide.
    package static func kept(_ line: String) -> [String] {
        guard line.count > columns else { return [line] }
        let start = line.prefix { $0 == " " }.count
        guard let gap = line.dropFirst(start).firstRange(of: "  ") else {
            return wrapped(line, indent: start, hanging: 4)
        }
        let left = line[..<gap.lowerBound]
        let right = line[gap.lowerBound...].drop { $0 == " " }
        let column = line.count - right.count
        let text = wrapped(String(right), indent: column)
        guard column < columns / 2, let first = text.first else {
            // An example, and what it does.
            return [String(left)] + wrapped(String(right), indent: start + 4)
        }
        return [String(left) + first.dropFirst(left.count)] + text.dropFirst()
    }
}
