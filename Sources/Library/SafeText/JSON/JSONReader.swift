internal import PortableKeychain

/// A strict one-pass parser of JSON that does not copy texts out of the source.
struct JSONReader {
    private let source: SecretBytes
    private let bytes: UnsafeRawBufferPointer
    private var place: Int
    /// The number of values that were read.
    private var count = 0

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - bytes: Its bytes, which must stay valid as long as the parser is used.
    ///   - start: The offset at which the JSON begins.
    init(_ source: SecretBytes, _ bytes: UnsafeRawBufferPointer, from start: Int) {
        self.source = source
        self.bytes = bytes
        place = start
    }

    /// Reads the whole source, which must contain exactly one value.
    mutating func document() throws(JSONTree.Problem) -> JSONTree {
        let value = try value(depth: 0)
        skipSpace()
        guard place == bytes.count else { throw .malformed }
        return value
    }

    private mutating func value(depth: Int) throws(JSONTree.Problem) -> JSONTree {
        skipSpace()
        guard place < bytes.count else { throw .malformed }
        count += 1
        guard count <= JSONTree.mostValues else { throw .tooManyValues }
        switch bytes[place] {
        case UInt8(ascii: "\""): return .text(try text())
        case UInt8(ascii: "{"): return .object(try members(depth: depth + 1))
        case UInt8(ascii: "["): return .list(try elements(depth: depth + 1))
        case UInt8(ascii: "n") where skip("null"): return .null
        case UInt8(ascii: "t") where skip("true"): return .truth(true)
        case UInt8(ascii: "f") where skip("false"): return .truth(false)
        default: return .number(try number())
        }
    }

    private mutating func members(depth: Int) throws(JSONTree.Problem) -> [String: JSONTree] {
        guard depth <= JSONTree.deepest else { throw .tooDeep }
        place += 1
        var members: [String: JSONTree] = [:]
        skipSpace()
        if skip("}") { return members }
        while true {
            skipSpace()
            guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else { throw .malformed }
            let name = try text().string
            skipSpace()
            guard skip(":") else { throw .malformed }
            let value = try value(depth: depth)
            // If two members have the same name, the first is used, as in Foundation's decoder.
            members[name] = members[name] ?? value
            skipSpace()
            if skip("}") { return members }
            guard skip(",") else { throw .malformed }
        }
    }

    private mutating func elements(depth: Int) throws(JSONTree.Problem) -> [JSONTree] {
        guard depth <= JSONTree.deepest else { throw .tooDeep }
        place += 1
        var elements: [JSONTree] = []
        skipSpace()
        if skip("]") { return elements }
        while true {
            elements.append(try value(depth: depth))
            skipSpace()
            if skip("]") { return elements }
            guard skip(",") else { throw .malformed }
        }
    }

    /// Reads a string from its first quotation mark to its last.
    private mutating func text() throws(JSONTree.Problem) -> SourceText {
        place += 1
        let start = place
        var notation = SourceText.Notation.plain
        while place < bytes.count {
            switch bytes[place] {
            case UInt8(ascii: "\""):
                defer { place += 1 }
                return SourceText(source, start..<place, notation)
            case UInt8(ascii: "\\"):
                guard let length = JSONEscapes.length(bytes[place...]) else { throw .malformed }
                notation = .json
                place += length
            case ..<0x20: throw .malformed
            default: place += 1
            }
        }
        throw .malformed
    }

    private mutating func number() throws(JSONTree.Problem) -> SourceText {
        let start = place
        _ = skip("-")
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[place - whole] != UInt8(ascii: "0") else {
            throw .malformed
        }
        let end = place
        if skip("."), digits() == 0 { throw .malformed }
        if skip("e") || skip("E") {
            if !skip("+") { _ = skip("-") }
            guard digits() > 0 else { throw .malformed }
        }
        // Numbers with so few digits are already in their normal notation, except for -0.
        if place == end, whole < 18, bytes[start] != UInt8(ascii: "-") || whole > 1 {
            return SourceText(source, start..<end)
        }
        let written = String(decoding: bytes[start..<place], as: UTF8.self)
        guard let number = Self.plain(written) else { throw .malformed }
        return SourceText(SecretBytes(utf8: number))
    }

    /// The number without an exponent or an empty fraction; `nil` if it is out of range.
    private static func plain(_ written: String) -> String? {
        if let whole = Int64(written) { return String(whole) }
        guard let number = Double(written), number.isFinite else { return nil }
        return Int64(exactly: number).map { String($0) } ?? String(number)
    }

    /// Skips digits; returns their number.
    private mutating func digits() -> Int {
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
        return place - start
    }

    private mutating func skipSpace() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    private mutating func skip(_ word: StaticString) -> Bool {
        let found = word.withUTF8Buffer { bytes[place...].starts(with: $0) }
        if found { place += word.utf8CodeUnitCount }
        return found
    }
}
