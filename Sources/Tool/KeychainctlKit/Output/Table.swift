/// Lays out rows of fields in columns.
package struct Table {
    private let header: [String]
    private let rows: [[String]]

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - header: The names of the columns.
    ///   - rows: The rows, escaped, each as long as the header.
    package init(header: [String], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    /// The lines, starting with the header, each at most `width` columns wide.
    ///
    /// If the columns do not fit, the widest is shortened first.
    package func lines(width: Int) -> [String] {
        let widths = widths(in: width)
        return ([header] + rows).map { Self.line($0, widths) }
    }

    /// The widths of the columns in `width` columns of a terminal.
    func widths(in width: Int) -> [Int] {
        var widths = header.indices.map { column in
            ([header] + rows).map { Self.width($0[column]) }.max() ?? 0
        }
        let gaps = 2 * (widths.count - 1)
        while widths.reduce(gaps, +) > width, let widest = widths.max(), widest > 4,
            let column = widths.firstIndex(of: widest)
        {
            widths[column] -= 1
        }
        return widths
    }

    /// The line of a row.
    static func line(_ row: [String], _ widths: [Int]) -> String {
        let fields = zip(row, widths).map { field, width in fit(field, width) }
        var line = fields.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }

    /// The text, padded or shortened to exactly `width` columns.
    package static func fit(_ text: String, _ width: Int) -> String {
        let present = Self.width(text)
        guard present > width else { return text + String(repeating: " ", count: width - present) }
        var result = ""
        var used = 0
        for character in text {
            let wide = Self.width(String(character))
            guard used + wide <= width - 1 else { break }
            result.append(character)
            used += wide
        }
        return result + more + String(repeating: " ", count: width - 1 - used)
    }

    /// The sign that a text is shortened.
    package static var more: String { TerminalLetters.areASCII ? "~" : "…" }

    /// The number of columns of a text: two for each East Asian wide character or emoji (UAX #11), none
    /// for marks on the character before.
    ///
    /// Each scalar counts. Terminals differ in whether they show a sequence of emoji as one; they never
    /// take more columns than this, so that no line is cut at its end.
    package static func width(_ text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + width($1) }
    }

    private static func width(_ scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else { return 1 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
            0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1D300...0x1D376, 0x1F200...0x1F2FF,
            0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            return 2
        // The letters of flags: two of them take two columns.
        case 0x1F1E6...0x1F1FF: return 1
        default: break
        }
        if scalar.properties.isEmojiPresentation { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return 0
        default: return 1
        }
    }
}
