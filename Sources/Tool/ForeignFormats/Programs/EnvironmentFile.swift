package import PortableKeychain
internal import SafeText

/// A file `.env` with variables of a program, as docker, node and others read it.
package enum EnvironmentFile {
    /// The entries of a file: one for each variable.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - service: The name that the variables belong to.
    ///   - rules: The user's choices.
    /// - Returns: The entries.
    /// - Throws: ``FormatProblem`` for a file that is not text, and unless bad entries are left out
    ///   for a line without a variable.
    package static func store(
        _ file: SecretBytes,
        service: String,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        var references = 0
        let start = try ForeignText.start(of: file)
        try file.withUnsafeBytes { bytes throws(FormatProblem) in
            var reader = Reader(text: UnsafeRawBufferPointer(rebasing: bytes[start...]))
            while reader.skipToLine() {
                let line = reader.line
                guard let name = reader.name() else {
                    reader.skipLine()
                    try store.omit(FormatProblem("it has no 'NAME=value'").of("line \(line)"))
                    continue
                }
                try store.append(at: "line \(line)", titled: name) { () throws(FormatProblem) in
                    var entry = ForeignEntry(title: name)
                    entry.service = service
                    entry.account = name
                    entry.password = try reader.value(countingReferences: &references)
                    return entry
                }
            }
        }
        if references > 0 {
            store.remarks.append(
                "'$' stays as it is: \(counted(references, "value")) may refer to other variables."
            )
        }
        return store
    }

    /// Reads variables in sequence.
    private struct Reader {
        let text: UnsafeRawBufferPointer
        private var place = 0
        private(set) var line = 1

        init(text: UnsafeRawBufferPointer) { self.text = text }

        private static let newline = UInt8(ascii: "\n")

        private static func isSpace(_ byte: UInt8) -> Bool {
            byte == 0x20 || byte == 0x09 || byte == 0x0D
        }

        private static func isOfName(_ scalar: Unicode.Scalar) -> Bool {
            scalar.properties.isAlphabetic || "0123456789_.-".unicodeScalars.contains(scalar)
        }

        /// Skips empty lines and comments; returns `false` at the end.
        mutating func skipToLine() -> Bool {
            while place < text.count {
                if text[place] == Self.newline {
                    line += 1
                    place += 1
                } else if Self.isSpace(text[place]) {
                    place += 1
                } else if text[place] == UInt8(ascii: "#") {
                    skipLine()
                } else {
                    return true
                }
            }
            return false
        }

        /// Moves to the end of the line.
        mutating func skipLine() {
            place = text[place...].firstIndex(of: Self.newline) ?? text.count
        }

        /// The name before the equals sign, which is skipped; `nil` if there is none.
        mutating func name() -> String? {
            let end = text[place...].firstIndex(of: Self.newline) ?? text.count
            guard let equals = text[place..<end].firstIndex(of: UInt8(ascii: "=")) else {
                return nil
            }
            var words = text[place..<equals].split(whereSeparator: Self.isSpace)
            if words.count == 2, words[0].elementsEqual("export".utf8) { words.removeFirst() }
            guard words.count == 1, words[0].count <= FormatLimits.name,
                let name = String(validating: words[0], as: UTF8.self),
                name.unicodeScalars.allSatisfy(Self.isOfName)
            else { return nil }
            place = equals + 1
            return name
        }

        /// The value of the variable, which may have several lines if it is in quotation marks.
        mutating func value(
            countingReferences references: inout Int
        ) throws(FormatProblem) -> SecretBytes {
            while place < text.count, Self.isSpace(text[place]) { place += 1 }
            guard place < text.count, "\"'`".utf8.contains(text[place]) else {
                return plainValue(&references)
            }
            let quote = text[place]
            let first = place + 1
            guard let end = end(of: quote, from: first) else {
                skipLine()
                throw FormatProblem("the quote is not terminated")
            }
            line += text[first..<end].count { $0 == Self.newline }
            place = end + 1
            skipLine()
            let bytes = UnsafeRawBufferPointer(rebasing: text[first..<end])
            guard quote == UInt8(ascii: "\"") else { return Self.copy(bytes) }
            if bytes.contains(UInt8(ascii: "$")) { references += 1 }
            return Self.unescaped(bytes)
        }

        private mutating func plainValue(_ references: inout Int) -> SecretBytes {
            let start = place
            skipLine()
            var end = place
            // A comment begins after a space.
            let comment = (start..<end).first { index in
                let follows = index == start || Self.isSpace(text[index - 1])
                return follows && text[index] == UInt8(ascii: "#")
            }
            end = comment ?? end
            while end > start, Self.isSpace(text[end - 1]) { end -= 1 }
            let bytes = UnsafeRawBufferPointer(rebasing: text[start..<end])
            if bytes.contains(UInt8(ascii: "$")) { references += 1 }
            return Self.copy(bytes)
        }

        /// The quotation mark that ends a value; only in double ones, backslashes escape it.
        private func end(of quote: UInt8, from start: Int) -> Int? {
            var place = start
            while place < text.count, text[place] != quote {
                let isEscape = text[place] == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
                place += isEscape ? 2 : 1
            }
            return place < text.count ? place : nil
        }

        private static func copy(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
            SecretBytes(count: bytes.count) { $0.copyMemory(from: bytes) }
        }

        private static func unescaped(_ bytes: UnsafeRawBufferPointer) -> SecretBytes {
            var writer = SecretWriter(capacity: bytes.count)
            var isEscaped = false
            for byte in bytes {
                if !isEscaped, byte == UInt8(ascii: "\\") {
                    isEscaped = true
                    continue
                }
                switch byte {
                case UInt8(ascii: "n") where isEscaped: writer.append(newline)
                case UInt8(ascii: "r") where isEscaped: writer.append(UInt8(ascii: "\r"))
                case UInt8(ascii: "t") where isEscaped: writer.append(UInt8(ascii: "\t"))
                case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"):
                    writer.append(byte)
                default:
                    // Any other pair stays as it is.
                    if isEscaped { writer.append(UInt8(ascii: "\\")) }
                    writer.append(byte)
                }
                isEscaped = false
            }
            return writer.secret
        }
    }
}
