/// Blanks what is not code: comments and the contents of string literals.
///
/// Every byte that is blanked becomes a space and line ends stay, so that positions in the result are
/// positions in the text.
struct CodeMask {
    private let bytes: [UInt8]
    private var result: [UInt8]
    private var index = 0

    private init(_ text: String) {
        bytes = Array(text.utf8)
        result = bytes
    }

    /// Blanks what is not code.
    ///
    /// - Parameter text: A Swift source.
    /// - Returns: The code, with the same number of bytes.
    static func code(of text: String) -> String {
        var mask = CodeMask(text)
        mask.skipCode(untilParenthesis: false)
        return String(decoding: mask.result, as: UTF8.self)
    }

    private func starts(with text: StaticString) -> Bool {
        text.withUTF8Buffer { bytes[index...].starts(with: $0) }
    }

    private mutating func blank(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            if bytes[index] != UInt8(ascii: "\n") { result[index] = UInt8(ascii: " ") }
            index += 1
        }
    }

    /// Reads code to the end, or to the parenthesis that closes an interpolation.
    private mutating func skipCode(untilParenthesis: Bool) {
        var open = 0
        while index < bytes.count {
            if starts(with: "//") {
                while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
            } else if starts(with: "/*") {
                skipComment()
            } else if let pounds = poundsBeforeQuote() {
                index += pounds
                skipLiteral(pounds)
            } else {
                if bytes[index] == UInt8(ascii: "(") { open += 1 }
                if bytes[index] == UInt8(ascii: ")") {
                    if untilParenthesis, open == 0 { return }
                    open -= 1
                }
                index += 1
            }
        }
    }

    /// Comments contain comments.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if starts(with: "/*") {
                depth += 1
                blank(2)
            } else if starts(with: "*/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    /// How many number signs are before the quotation mark that starts a literal here.
    private func poundsBeforeQuote() -> Int? {
        let pounds = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
        let quote = index + pounds
        return quote < bytes.count && bytes[quote] == UInt8(ascii: "\"") ? pounds : nil
    }

    private mutating func skipLiteral(_ pounds: Int) {
        let isLong = starts(with: "\"\"\"")
        let quotes = isLong ? 3 : 1
        let sign = [UInt8](repeating: UInt8(ascii: "#"), count: pounds)
        let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + sign
        let escape = [UInt8(ascii: "\\")] + sign
        index += quotes
        while index < bytes.count {
            if bytes[index...].starts(with: end) {
                index += end.count
                return
            }
            if !isLong, bytes[index] == UInt8(ascii: "\n") { return }
            guard bytes[index...].starts(with: escape) else {
                blank()
                continue
            }
            blank(escape.count)
            if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
                index += 1
                skipCode(untilParenthesis: true)
                index += 1
            } else {
                blank()
            }
        }
    }
}
