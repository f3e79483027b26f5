/// Separates code from comments and texts: knows nested comments, raw and long texts, and code
/// inside texts.
struct CodeScanner {
    // Bytes, because comparing characters takes seconds for a repository in a debug build.
    private let source: [UInt8]
    private var result: [UInt8] = []
    private var place = 0

    /// Whether a byte can be the first of something that is not kept as it is.
    private static let isMark = (UInt8.min...UInt8.max).map { "/#\"()".utf8.contains($0) }

    private init(_ text: String) { source = Array(text.utf8) }

    /// The text with comments and texts replaced by spaces; line ends stay.
    static func code(of text: String) -> String {
        var scanner = CodeScanner(text)
        scanner.scanCode(until: nil)
        return String(decoding: scanner.result, as: UTF8.self)
    }

    private func starts(_ text: String) -> Bool {
        var index = place
        for byte in text.utf8 {
            guard index < source.count, source[index] == byte else { return false }
            index += 1
        }
        return true
    }

    private func at(_ character: Unicode.Scalar) -> Bool {
        source[place] == UInt8(ascii: character)
    }

    private mutating func keep() {
        result.append(source[place])
        place += 1
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where place < source.count {
            result.append(at("\n") ? UInt8(ascii: "\n") : UInt8(ascii: " "))
            place += 1
        }
    }

    /// Reads code up to the end, or up to the parenthesis that closes a piece inside a text.
    private mutating func scanCode(until close: Unicode.Scalar?) {
        var depth = 0
        while place < source.count {
            if !Self.isMark[Int(source[place])] {
                keep()
            } else if starts("//") {
                let end = source[place...].firstIndex(of: UInt8(ascii: "\n")) ?? source.count
                result += repeatElement(UInt8(ascii: " "), count: end - place)
                place = end
            } else if starts("/*") {
                scanComment()
            } else if let hashes = textStart() {
                scanText(hashes)
            } else if at("(") {
                depth += 1
                keep()
            } else if at(")"), close != nil, depth == 0 {
                return
            } else {
                if at(")") { depth -= 1 }
                keep()
            }
        }
    }

    private mutating func scanComment() {
        var depth = 0
        repeat {
            if starts("/*") {
                depth += 1
                blank(2)
            } else if starts("*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && place < source.count
    }

    /// The number of number signs before a quotation mark here; `nil` where there is none.
    private func textStart() -> Int? {
        var end = place
        while end < source.count, source[end] == UInt8(ascii: "#") { end += 1 }
        return end < source.count && source[end] == UInt8(ascii: "\"") ? end - place : nil
    }

    private mutating func scanText(_ hashes: Int) {
        let hash = String(repeating: "#", count: hashes)
        blank(hashes)
        let quote = starts("\"\"\"") ? "\"\"\"" : "\""
        blank(quote.count)
        while place < source.count, !starts(quote + hash) {
            if starts("\\" + hash + "(") {
                blank(hashes + 2)
                scanCode(until: ")")
                blank()
            } else if starts("\\" + hash) {
                blank(hashes + 2)
            } else {
                blank()
            }
        }
        blank(quote.count + hashes)
    }
}
