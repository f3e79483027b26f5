internal import PortableKeychain

/// A table of comma-separated values (RFC 4180), read strictly.
struct CSVTable {
    /// The names in the first line.
    let header: [String]
    /// The lines after it, each with as many fields as the header.
    private(set) var rows: [[String]] = []

    /// Reads a file.
    ///
    /// - Throws: ``TransferProblem`` with the line for quotes that do not end or stand in the middle,
    ///   lines with more or fewer fields than the first, and whatever is out of bounds.
    init(_ bytes: UnsafeRawBufferPointer) throws(TransferProblem) {
        var reader = Reader(text: Array(try TransferText.text(bytes).utf8))
        guard let first = try reader.row() else { throw TransferProblem("the file is empty") }
        header = first
        guard header.count > 1, header.count <= TransferLimits.columns else {
            throw TransferProblem("the first line names no columns of a CSV file")
        }
        while true {
            let line = reader.line
            guard let row = try reader.row() else { break }
            if row == [""] { continue }
            guard row.count == header.count else {
                throw TransferProblem(
                    "line \(line) has \(row.count) fields, and the first line \(header.count)"
                )
            }
            guard rows.count < TransferLimits.entries else {
                throw TransferProblem("the file has more than \(TransferLimits.entries) lines")
            }
            rows.append(row)
        }
    }

    /// Reads one row after the other.
    private struct Reader {
        let text: [UInt8]
        private var place = 0
        /// The line in the file, for messages.
        private(set) var line = 1

        init(text: [UInt8]) { self.text = text }

        /// The next row; `nil` at the end.
        mutating func row() throws(TransferProblem) -> [String]? {
            guard place < text.count else { return nil }
            var fields: [String] = []
            while true {
                fields.append(try field())
                guard fields.count <= TransferLimits.columns else {
                    throw TransferProblem("line \(line) has too many fields")
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

        private mutating func field() throws(TransferProblem) -> String {
            var field: [UInt8] = []
            guard place < text.count, text[place] == UInt8(ascii: "\"") else {
                while place < text.count, !Self.ends(text[place]) {
                    guard text[place] != UInt8(ascii: "\"") else {
                        throw TransferProblem("line \(line) has a quote inside a field")
                    }
                    field.append(text[place])
                    place += 1
                }
                return try checked(field)
            }
            let start = line
            place += 1
            while place < text.count {
                let byte = text[place]
                place += 1
                if byte == UInt8(ascii: "\"") {
                    guard place < text.count, text[place] == byte else {
                        guard place == text.count || Self.ends(text[place]) else {
                            throw TransferProblem("line \(line) goes on after a quoted field")
                        }
                        return try checked(field)
                    }
                    place += 1
                }
                if byte == UInt8(ascii: "\n") { line += 1 }
                field.append(byte)
            }
            throw TransferProblem("the quote that begins in line \(start) does not end")
        }

        private func checked(_ field: [UInt8]) throws(TransferProblem) -> String {
            guard field.count <= TransferLimits.field else {
                throw TransferProblem("line \(line) has a field of more than a megabyte")
            }
            return String(decoding: field, as: UTF8.self)
        }

        private static func ends(_ byte: UInt8) -> Bool {
            byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
        }
    }
}
