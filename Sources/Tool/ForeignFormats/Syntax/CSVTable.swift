package import PortableKeychain
package import SafeText

/// A parsed table of comma-separated values (RFC 4180).
///
/// The parser is strict: it refuses files that programs could interpret differently. It does not
/// know the meaning of columns; see ``CSVLayout``.
package struct CSVTable {
    /// The names in the first line.
    package let header: [String]
    /// The same names in lower case, by which programs' columns are known.
    let keys: [String]
    /// The following lines, or some of them, each with as many fields as the header; fields stay in
    /// the file until they are extracted.
    package private(set) var rows: [Row] = []
    /// The lines with more or fewer fields than the header.
    private(set) var misshapen: [FormatProblem] = []
    /// Whether any line has a value in a column, for each of them.
    private(set) var isFilled: [Bool]
    /// The word for a row in messages.
    let unit: String

    /// The fields of a line, with its number in the file.
    package struct Row {
        package let line: Int
        package let fields: [SourceText]
    }

    /// Reads a file that is in memory.
    ///
    /// - Throws: The same errors as ``init(examining:)``.
    package init(_ file: SecretBytes) throws(FormatProblem) {
        let text = TextFile(file)
        try self.init(examining: text)
        var lines = try CSVLines(self, text)
        while let part = try lines.next() { rows += part.rows }
    }

    /// Examines a file, whose rows are not kept: ``CSVLines`` reads them.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - limit: The number of lines that may have another number of fields than the first one.
    /// - Throws: ``FormatProblem`` with the line number for unterminated or misplaced quotes, and
    ///   for exceeded limits.
    package init(
        examining file: TextFile,
        misshapenAtMost limit: Int = FormatLimits.entries
    ) throws(FormatProblem) {
        var reader = try CSVRows(file)
        var rows: [Row] = try reader.next() ?? []
        guard let first = rows.first?.fields else { throw FormatProblem("the file is empty") }
        guard first.count > 1 else {
            throw FormatProblem("the first line does not contain the columns of a CSV file")
        }
        guard first.allSatisfy({ $0.length <= FormatLimits.name }) else {
            throw FormatProblem("a column has a name of more than \(FormatLimits.name) bytes")
        }
        self.init(first.map(\.string), unit: "line")
        rows.removeFirst()
        repeat {
            try examine(rows, misshapenAtMost: limit)
            rows = try reader.next() ?? []
        } while !rows.isEmpty
    }

    private init(_ names: [String], unit: String) {
        (header, keys, self.unit) = (names, names.map { $0.lowercased() }, unit)
        isFilled = names.map { _ in false }
    }

    private mutating func examine(
        _ rows: [Row],
        misshapenAtMost limit: Int
    ) throws(FormatProblem) {
        for row in rows where !row.isEmpty {
            guard row.fields.count == header.count else {
                guard misshapen.count < limit else {
                    throw FormatProblem(
                        "more than \(limit) lines have another number of fields than the first line"
                    )
                }
                let problem =
                    "it has \(row.fields.count) fields, but the first line has \(header.count)"
                misshapen.append(FormatProblem(problem).of("line \(row.line)"))
                continue
            }
            for (column, field) in row.fields.enumerated() where !field.isEmpty {
                isFilled[column] = true
            }
        }
    }

    /// A part of the table: the same columns with some of the lines.
    func part(_ rows: [Row]) -> CSVTable {
        var part = self
        part.misshapen = []
        part.rows = rows.filter { !$0.isEmpty && $0.fields.count == header.count }
        return part
    }

    /// Makes a table of the objects of a list, whose members are its columns.
    ///
    /// - Parameter objects: The objects.
    /// - Throws: ``FormatProblem`` for exceeded limits.
    init(_ objects: [JSONTree]) throws(FormatProblem) {
        var names: [String] = []
        var columns: [String: Int] = [:]
        // Without their names, of which each can be long and many can be in one object.
        var values: [[(column: Int, value: JSONTree)]] = []
        for object in objects {
            let leaves = try object.boundedLeaves()
            for leaf in leaves where columns[leaf.name] == nil {
                columns[leaf.name] = names.count
                names.append(leaf.name)
            }
            values.append(leaves.compactMap { leaf in columns[leaf.name].map { ($0, leaf.value) } })
            guard names.count <= FormatLimits.columns else {
                throw FormatProblem("the objects have more than \(FormatLimits.columns) members")
            }
        }
        guard objects.count * names.count <= FormatLimits.fields else {
            throw FormatProblem("the file has more than \(FormatLimits.fields) fields")
        }
        let nothing = SourceText(SecretBytes([]))
        self.init(names, unit: "item")
        rows = values.enumerated().map { index, values in
            var fields = [SourceText](repeating: nothing, count: names.count)
            for (column, value) in values { fields[column] = value.source }
            return Row(line: index + 1, fields: fields)
        }
        try examine(rows, misshapenAtMost: 0)
    }
}

extension CSVTable.Row {
    /// Whether the line has nothing in it.
    fileprivate var isEmpty: Bool { fields.count == 1 && fields[0].isEmpty }
}
