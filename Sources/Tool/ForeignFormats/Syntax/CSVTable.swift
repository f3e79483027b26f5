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
    /// The following lines, each with as many fields as the header; fields stay in the file until
    /// they are extracted.
    package private(set) var rows: [Row] = []
    /// The lines with more or fewer fields than the header.
    private(set) var misshapen: [FormatProblem] = []
    /// The word for a row in messages.
    let unit: String

    /// The fields of a line, with its number in the file.
    package struct Row {
        package let line: Int
        package let fields: [SourceText]
    }

    /// Reads a file.
    ///
    /// - Throws: ``FormatProblem`` with the line number for unterminated or misplaced quotes, and
    ///   for exceeded limits.
    package init(_ file: SecretBytes) throws(FormatProblem) {
        let start = try ForeignText.start(of: file)
        (header, rows, misshapen) = try file.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = CSVReader(file, bytes, from: start)
            return try Self.table(&reader)
        }
        keys = header.map { $0.lowercased() }
        unit = "line"
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
        rows = values.enumerated().map { index, values in
            var fields = [SourceText](repeating: nothing, count: names.count)
            for (column, value) in values { fields[column] = value.source }
            return Row(line: index + 1, fields: fields)
        }
        (header, keys, unit) = (names, names.map { $0.lowercased() }, "item")
    }

    private static func table(
        _ reader: inout CSVReader
    ) throws(FormatProblem) -> (header: [String], rows: [Row], misshapen: [FormatProblem]) {
        guard let first = try reader.row() else { throw FormatProblem("the file is empty") }
        guard first.count > 1, first.count <= FormatLimits.columns else {
            throw FormatProblem("the first line does not contain the columns of a CSV file")
        }
        guard first.allSatisfy({ $0.length <= FormatLimits.name }) else {
            throw FormatProblem("a column has a name of more than \(FormatLimits.name) bytes")
        }
        var rows: [Row] = []
        var misshapen: [FormatProblem] = []
        while true {
            let line = reader.line
            guard let row = try reader.row() else {
                return (first.map(\.string), rows, misshapen)
            }
            if row.count == 1, row[0].isEmpty { continue }
            guard rows.count + misshapen.count < FormatLimits.entries else {
                throw FormatProblem("the file has more than \(FormatLimits.entries) lines")
            }
            guard row.count == first.count else {
                let problem = "it has \(row.count) fields, but the first line has \(first.count)"
                misshapen.append(FormatProblem(problem).of("line \(line)"))
                continue
            }
            guard rows.count * first.count < FormatLimits.fields else {
                throw FormatProblem("the file has more than \(FormatLimits.fields) fields")
            }
            rows.append(Row(line: line, fields: row))
        }
    }
}

/// Reads the rows of a CSV file in sequence.
private struct CSVReader {
    private let file: SecretBytes
    private let text: UnsafeRawBufferPointer
    private var place: Int
    /// The line in the file, for messages.
    private(set) var line = 1

    init(_ file: SecretBytes, _ text: UnsafeRawBufferPointer, from start: Int) {
        self.file = file
        self.text = text
        place = start
    }

    /// The next row; `nil` at the end.
    mutating func row() throws(FormatProblem) -> [SourceText]? {
        guard place < text.count else { return nil }
        var fields: [SourceText] = []
        while true {
            fields.append(try field())
            guard fields.count <= FormatLimits.columns else {
                throw FormatProblem("line \(line) has too many fields")
            }
            guard place < text.count else { return fields }
            let separator = text[place]
            place += 1
            if separator == UInt8(ascii: ",") { continue }
            if separator == UInt8(ascii: "\r"), place < text.count,
                text[place] == UInt8(ascii: "\n")
            {
                place += 1
            }
            line += 1
            return fields
        }
    }

    private mutating func field() throws(FormatProblem) -> SourceText {
        guard place < text.count, text[place] == UInt8(ascii: "\"") else {
            let start = place
            while place < text.count, !Self.ends(text[place]) {
                guard text[place] != UInt8(ascii: "\"") else {
                    throw FormatProblem("line \(line) has a quote inside a field")
                }
                place += 1
            }
            return try checked(start..<place, .plain)
        }
        return try quoted()
    }

    /// Reads a field from its first quotation mark to its last.
    private mutating func quoted() throws(FormatProblem) -> SourceText {
        let firstLine = line
        place += 1
        let start = place
        var doubled = 0
        while place < text.count {
            let byte = text[place]
            place += 1
            if byte == UInt8(ascii: "\"") {
                guard place < text.count, text[place] == byte else {
                    guard place == text.count || Self.ends(text[place]) else {
                        throw FormatProblem("line \(line) has text after a quoted field")
                    }
                    return try checked(
                        start..<place - 1,
                        doubled > 0 ? .doubledQuotes : .plain,
                        less: doubled
                    )
                }
                place += 1
                doubled += 1
            }
            if byte == UInt8(ascii: "\n") { line += 1 }
        }
        throw FormatProblem("the quote that begins in line \(firstLine) is not terminated")
    }

    private func checked(
        _ range: Range<Int>,
        _ notation: SourceText.Notation,
        less doubled: Int = 0
    ) throws(FormatProblem) -> SourceText {
        guard range.count - doubled <= FormatLimits.field else {
            throw FormatProblem("line \(line) has a field of more than a megabyte")
        }
        return SourceText(file, range, notation)
    }

    private static func ends(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }
}
