internal import PortableKeychain
internal import SafeText

/// Reads the lines of a table part by part, so that not all are in memory at once.
package struct CSVLines {
    private let table: CSVTable
    private var rows: CSVRows
    private var hasHeader = false

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - table: The table of the same file, which was examined.
    ///   - file: The file.
    /// - Throws: ``FormatProblem`` if the file is in another encoding.
    package init(_ table: CSVTable, _ file: TextFile) throws(FormatProblem) {
        self.table = table
        rows = try CSVRows(file)
    }

    /// The next lines; `nil` at the end.
    package mutating func next() throws(FormatProblem) -> CSVTable? {
        guard let next = try rows.next() else { return nil }
        defer { hasHeader = true }
        return table.part(hasHeader ? next : Array(next.dropFirst()))
    }

    /// A number that tells the contents of files apart, in this process; complete at the end.
    package var digest: Int { rows.digest }
}

/// Reads all rows of a file, as many at once as are in the part that is in memory.
struct CSVRows {
    private var window: TextWindow
    private var line = 1
    private var isAtEnd = false

    init(_ file: TextFile) throws(FormatProblem) { window = try TextWindow(file) }

    var digest: Int { window.digest }

    /// The next rows; `nil` at the end.
    mutating func next() throws(FormatProblem) -> [CSVTable.Row]? {
        while !isAtEnd {
            let (rows, used) = try whole()
            guard used > 0 || !window.isFull else {
                throw FormatProblem(
                    "line \(line) begins an entry of more than \(window.longestEntry)"
                )
            }
            isAtEnd = window.isLast
            try window.advance(past: used)
            if !rows.isEmpty { return rows }
        }
        return nil
    }

    /// The rows whose end is in the window, and the number of their bytes.
    private mutating func whole() throws(FormatProblem) -> ([CSVTable.Row], Int) {
        let (text, isLast) = (window.text, window.isLast)
        return try text.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = CSVReader(text, bytes, line: line)
            var (rows, used): ([CSVTable.Row], Int) = ([], 0)
            while true {
                let fields: [SourceText]?
                do throws(FormatProblem) {
                    fields = try reader.row()
                } catch {
                    // What comes next can end the quotation.
                    guard !isLast, reader.isAtEnd else { throw error }
                    return (rows, used)
                }
                // At the end of the window, the row can go on behind it.
                guard let fields, isLast || !reader.isAtEnd else { return (rows, used) }
                rows.append(CSVTable.Row(line: line, fields: fields))
                (used, line) = (reader.place, reader.line)
            }
        }
    }
}

/// Reads the rows of a CSV file in sequence.
private struct CSVReader {
    private let file: SecretBytes
    private let text: UnsafeRawBufferPointer
    private(set) var place = 0
    /// The line in the file, for messages.
    private(set) var line: Int

    init(_ file: SecretBytes, _ text: UnsafeRawBufferPointer, line: Int) {
        self.file = file
        self.text = text
        self.line = line
    }

    /// Whether all of the text was looked at.
    var isAtEnd: Bool { place == text.count }

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
