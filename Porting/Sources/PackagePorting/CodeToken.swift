/// A word or a sign of code.
struct CodeToken: Equatable, Sendable {
    /// A word with a sign that belongs to it (`@objc`, `#selector`), or one other character.
    let text: String
    /// Its bytes in the text.
    let range: Range<Int>

    /// Reads bytes without comments and contents of literals.
    ///
    /// - Parameters:
    ///   - code: Code from ``CodeMask``.
    ///   - range: The part to read.
    /// - Returns: The words and signs, from left to right.
    static func all(in code: [UInt8], _ range: Range<Int>) -> [CodeToken] {
        var tokens: [CodeToken] = []
        forEach(in: code, range) { text, place, _ in
            tokens.append(CodeToken(text: text, range: place))
        }
        return tokens
    }

    /// Reads a text.
    static func all(in text: String) -> [CodeToken] {
        let code = CodeMask.code(of: Array(text.utf8))
        return all(in: code, code.indices)
    }

    /// Calls a closure with each token: its text, its bytes, and whether it is a word.
    static func forEach(
        in code: [UInt8],
        _ range: Range<Int>,
        _ body: (_ text: String, _ place: Range<Int>, _ isWord: Bool) -> Void
    ) {
        code.withUnsafeBufferPointer { code in
            var index = range.lowerBound
            while index < range.upperBound {
                let start = index
                let first = code[index]
                index += 1
                if isBlank(first) { continue }
                let isSign = first == UInt8(ascii: "@") || first == UInt8(ascii: "#")
                let isWord =
                    isPartOfWord(first)
                    || isSign && index < range.upperBound && isPartOfWord(code[index])
                if isWord {
                    while index < range.upperBound, isPartOfWord(code[index]) { index += 1 }
                }
                body(String(decoding: code[start..<index], as: UTF8.self), start..<index, isWord)
            }
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte <= 0x20 }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x5F, 0x24, 0x80...: true
        default: false
        }
    }
}

extension [CodeToken] {
    /// Whether these texts are in it, one after the other.
    func contains(_ texts: String...) -> Bool { !starts(of: texts).isEmpty }

    /// The places where these texts start.
    func starts(of texts: [String]) -> [Int] {
        indices.filter { start in
            start + texts.count <= count
                && texts.indices.allSatisfy { self[start + $0].text == texts[$0] }
        }
    }

    /// Whether one of the texts is in it.
    func has(_ texts: Set<String>) -> Bool { contains { texts.contains($0.text) } }

    /// The index of the bracket that closes the one at an index; `nil` if it is not here.
    func closing(of open: Int) -> Int? {
        var depth = 0
        for index in open..<count {
            switch self[index].text {
            case "(", "[", "{": depth += 1
            case ")", "]", "}":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }

    /// The index of the bracket that opens the one at an index; `nil` if it is not here.
    func opening(of close: Int) -> Int? {
        var depth = 0
        for index in (0...close).reversed() {
            switch self[index].text {
            case ")", "]", "}": depth += 1
            case "(", "[", "{":
                depth -= 1
                if depth == 0 { return index }
            default: break
            }
        }
        return nil
    }
}
