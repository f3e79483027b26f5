internal import SafeText

/// A table on a terminal that gets rows as they are read: the first ones decide the widths of its
/// columns.
struct LongTable {
    private let widths: [Int]

    /// Prints the header and the first rows.
    init(header: [String], _ rows: [[String]]) {
        let rows = Self.shown(rows)
        widths = Table(header: header, rows: rows).widths(in: Terminal.width)
        Terminal.line(Terminal.bold(Shown(lines: Table.line(header, widths))))
        show(rows)
    }

    /// Prints further rows, in the columns of the first ones.
    func add(_ rows: [[String]]) { show(Self.shown(rows)) }

    private func show(_ rows: [[String]]) {
        for row in rows { Terminal.line(Shown(lines: Table.line(row, widths))) }
    }

    private static func shown(_ rows: [[String]]) -> [[String]] {
        rows.map { $0.map { TerminalLetters.shown(Escaping.escaped($0)) } }
    }
}
