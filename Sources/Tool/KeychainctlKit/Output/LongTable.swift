internal import SafeText

/// A table on a terminal that gets rows as they are read: the first ones decide the widths of its
/// columns.
struct LongTable {
    private let widths: [Int]

    /// The number of rows that wait for the widths of a table: more than a person reads at once.
    static let longestWait = 4096

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

extension Terminal {
    /// Prints rows of fields as they come: on a terminal as a table, which begins after its last row, or
    /// when it is long, with the widths of the first ones; otherwise as lines.
    package struct Rows {
        private let header: [String]
        private var waiting: [[String]] = []
        private var table: LongTable?

        /// Begins without rows.
        ///
        /// - Parameter header: The names of the columns.
        package init(header: [String]) { self.header = header }

        /// Prints further rows.
        package mutating func add(_ rows: [[String]]) {
            guard Terminal.isInteractive else { return Terminal.table(header: header, rows) }
            if let table { return table.add(rows) }
            waiting += rows
            guard waiting.count > LongTable.longestWait else { return }
            table = LongTable(header: header, waiting)
            waiting = []
        }

        /// Prints what waits for the widths of the table.
        package func end() {
            guard Terminal.isInteractive, table == nil else { return }
            Terminal.table(header: header, waiting)
        }
    }
}
