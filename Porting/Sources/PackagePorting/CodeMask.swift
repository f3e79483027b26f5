/// Blanks all parts that are not code: comments and the contents of literals.
///
/// Every byte that is blanked becomes a space and line ends stay, so that positions in the result are
/// positions in the text.
struct CodeMask {
    private let bytes: [UInt8]
    private var result: [UInt8]
    private var index = 0
    /// Comments and interpolations are in each other; a hostile source must not exhaust the stack.
    private var depth = 0
    private static let deepest = 64

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        result = bytes
    }

    /// Blanks all parts that are not code.
    ///
    /// - Parameter text: A Swift source.
    /// - Returns: The code, with the same number of bytes.
    static func code(of text: [UInt8]) -> [UInt8] {
        var mask = CodeMask(text)
        mask.skipCode(untilParenthesis: false)
        return mask.result
    }

    /// Blanks all parts that are not code of a text.
    static func code(of text: String) -> String {
        String(decoding: code(of: Array(text.utf8)), as: UTF8.self)
    }

    private func byte(_ offset: Int = 0) -> UInt8 {
        index + offset < bytes.count ? bytes[index + offset] : 0
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
            switch bytes[index] {
            case UInt8(ascii: "/"): skipSlash()
            case UInt8(ascii: "\""): skipLiteral(pounds: 0)
            case UInt8(ascii: "#"): skipPounds()
            case UInt8(ascii: "("):
                open += 1
                index += 1
            case UInt8(ascii: ")"):
                if untilParenthesis, open == 0 { return }
                open -= 1
                index += 1
            default: index += 1
            }
        }
    }

    private mutating func skipSlash() {
        switch byte(1) {
        case UInt8(ascii: "/"):
            while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
        case UInt8(ascii: "*"): skipComment()
        default: index += 1
        }
    }

    /// Comments contain comments.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            if byte() == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
                depth += 1
                blank(2)
            } else if byte() == UInt8(ascii: "*"), byte(1) == UInt8(ascii: "/") {
                depth -= 1
                blank(2)
            } else {
                blank()
            }
        } while depth > 0 && index < bytes.count
    }

    /// Reads number signs, and the literal that they start.
    private mutating func skipPounds() {
        var pounds = 0
        while byte(pounds) == UInt8(ascii: "#") { pounds += 1 }
        let next = byte(pounds)
        index += pounds
        if next == UInt8(ascii: "\"") { skipLiteral(pounds: pounds) }
        if next == UInt8(ascii: "/") { skipExpression(pounds: pounds) }
    }

    /// Reads a regular expression between `#/` and `/#`.
    private mutating func skipExpression(pounds: Int) {
        index += 1
        while index < bytes.count {
            if byte() == UInt8(ascii: "/"), hasPounds(pounds, at: 1) {
                index += 1 + pounds
                return
            }
            blank(byte() == UInt8(ascii: "\\") ? 2 : 1)
        }
    }

    private func hasPounds(_ count: Int, at offset: Int) -> Bool {
        (0..<count).allSatisfy { byte(offset + $0) == UInt8(ascii: "#") }
    }

    private func isAtEnd(quotes: Int, pounds: Int) -> Bool {
        (0..<quotes).allSatisfy { byte($0) == UInt8(ascii: "\"") } && hasPounds(pounds, at: quotes)
    }

    private mutating func skipLiteral(pounds: Int) {
        let isLong = byte(1) == UInt8(ascii: "\"") && byte(2) == UInt8(ascii: "\"")
        let quotes = isLong ? 3 : 1
        index += quotes
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\"") where isAtEnd(quotes: quotes, pounds: pounds):
                index += quotes + pounds
                return
            case UInt8(ascii: "\n") where !isLong: return
            case UInt8(ascii: "\\") where hasPounds(pounds, at: 1): skipEscape(pounds: pounds)
            default: blank()
            }
        }
    }

    private mutating func skipEscape(pounds: Int) {
        blank(1 + pounds)
        guard byte() == UInt8(ascii: "("), depth < Self.deepest else { return blank() }
        depth += 1
        index += 1
        skipCode(untilParenthesis: true)
        index += 1
        depth -= 1
    }
}
