/// Pointers of `(data as NSData).bytes`: on Linux, the object is freed before the pointer is used.
///
/// On Apple's platforms `bytes` keeps its object until the pool is drained. On Linux nothing does, so that
/// signatures and keys are made of bytes that are gone.
enum TemporaryBytes {
    static let examples: [(before: String, after: String)] = [
        (
            "func f() {\n    let s = sign((data as NSData).bytes, data.count)\n}",
            """
            func f() {
                let bytesOwner2 = data as NSData
                defer { withExtendedLifetime(bytesOwner2) {} }
                let s = sign(bytesOwner2.bytes, data.count)
            }
            """
        ),
        (
            "func f() -> Int {\n    return sign((a as NSData).bytes, (b as NSData).bytes)\n}",
            """
            func f() -> Int {
                let bytesOwner2 = a as NSData
                defer { withExtendedLifetime(bytesOwner2) {} }
                let bytesOwner2b = b as NSData
                defer { withExtendedLifetime(bytesOwner2b) {} }
                return sign(bytesOwner2.bytes, bytesOwner2b.bytes)
            }
            """
        ),
        (
            "func f() {\n    let p = (self.key as NSData).bytes.assumingMemoryBound(to: UInt8.self)\n}",
            """
            func f() {
                let bytesOwner2 = self.key as NSData
                defer { withExtendedLifetime(bytesOwner2) {} }
                let p = bytesOwner2.bytes.assumingMemoryBound(to: UInt8.self)
            }
            """
        ),
        (
            "class A {\n    class func f() {\n        let s = sign((data as NSData).bytes)\n    }\n}",
            """
            class A {
                class func f() {
                    let bytesOwner3 = data as NSData
                    defer { withExtendedLifetime(bytesOwner3) {} }
                    let s = sign(bytesOwner3.bytes)
                }
            }
            """
        ),
        (
            "func f() {\n    CC_SHA1((data as NSData).bytes, 1, &digest)\n    g()\n}",
            """
            func f() {
                let bytesOwner2 = data as NSData
                defer { withExtendedLifetime(bytesOwner2) {} }
                CC_SHA1(bytesOwner2.bytes, 1, &digest)
                g()
            }
            """
        ),
    ]

    private static let advice = """
        On Linux the object is freed before this pointer is used. Write 'data.withUnsafeBytes { … }' around \
        what uses it, or keep the object: 'let object = data as NSData', and then \
        'defer { withExtendedLifetime(object) {} }'.
        """

    /// A place where bytes of a temporary are taken.
    private struct Place {
        /// The place from the parenthesis before the expression to the one after it.
        let open: Int
        let close: Int
    }

    static func edit(_ line: SourceLine) -> LineEdit? {
        let tokens = line.tokens
        let places = places(in: tokens)
        guard !places.isEmpty else {
            return hasConversion(tokens) ? LineEdit(lines: [line.text], left: advice) : nil
        }
        guard startsStatement(tokens, places) || isPlainCall(line), isInFunction(line) else {
            return LineEdit(lines: [line.text], left: advice)
        }
        var before: [String] = []
        var parts: [(range: Range<Int>, with: String)] = []
        for (index, place) in places.enumerated() {
            let suffix = index == 0 ? "" : String(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))
            let owner = "bytesOwner\(line.index + 1)\(suffix)"
            let inner =
                tokens[place.open + 1].range.lowerBound..<tokens[place.close - 1].range.upperBound
            before.append("\(line.indent)let \(owner) = \(line.source.text(inner))\(line.end)")
            before.append("\(line.indent)defer { withExtendedLifetime(\(owner)) {} }\(line.end)")
            parts.append(
                (tokens[place.open].range.lowerBound..<tokens[place.close].range.upperBound, owner)
            )
        }
        return LineEdit(
            lines: before + [line.replacing(parts)],
            done: "the object whose bytes are used is kept; on Linux it was freed before"
        )
    }

    private static func places(in tokens: [CodeToken]) -> [Place] {
        let names: Set<String> = ["NSData", "NSMutableData"]
        let found = tokens.indices.compactMap { index -> Place? in
            guard index >= 2, index + 3 < tokens.count, names.contains(tokens[index].text),
                tokens[index - 1].text == "as", tokens[index + 1].text == ")",
                tokens[index + 2].text == ".",
                ["bytes", "mutableBytes"].contains(tokens[index + 3].text),
                let open = tokens.opening(of: index + 1),
                open == 0 || !isCalled(tokens[open - 1], by: tokens[open])
            else { return nil }
            return Place(open: open, close: index + 1)
        }
        // One in another one is left to a person, and so are more than there are letters.
        let isFlat = zip(found, found.dropFirst()).allSatisfy { $0.close < $1.open }
        return isFlat && found.count < 20 ? found : []
    }

    private static func isCalled(_ token: CodeToken, by open: CodeToken) -> Bool {
        token.range.upperBound == open.range.lowerBound
            && !["(", "[", ",", ":", "=", "!", "&"].contains(token.text)
    }

    /// Whether bytes are taken of an object that is made here, in a form that is not changed.
    private static func hasConversion(_ tokens: [CodeToken]) -> Bool {
        tokens.indices.contains { index in
            guard ["NSData", "NSMutableData"].contains(tokens[index].text), index + 1 < tokens.count
            else { return false }
            let close = tokens[index + 1].text == "(" ? tokens.closing(of: index + 1) : index + 1
            guard let close, close + 2 < tokens.count, tokens[close].text == ")" else {
                return false
            }
            return tokens[close + 1].text == "."
                && ["bytes", "mutableBytes"].contains(tokens[close + 2].text)
        }
    }

    /// Whether lines may be put before it, and the pointer does not outlive its scope as far as the
    /// line shows.
    private static func startsStatement(_ tokens: [CodeToken], _ places: [Place]) -> Bool {
        guard let first = tokens.first?.text, !tokens.has(["{", "}"]) || tokens.last?.text == "{"
        else { return false }
        // The bracket in which the pointer is used has to open on this line, so that it is an argument.
        let areArguments = places.allSatisfy { place in
            var depth = 0
            return tokens[..<place.open].reversed().contains { token in
                if token.text == ")" { depth += 1 }
                if token.text == "(" { depth -= 1 }
                return depth < 0
            }
        }
        switch first {
        case "let", "var": return true
        case "return", "guard", "if", "_": return areArguments
        default: return false
        }
    }

    /// Whether the line is one call, and not the only expression of a body, which the body returns.
    private static func isPlainCall(_ line: SourceLine) -> Bool {
        let tokens = line.tokens
        guard tokens.count > 2, tokens[1].text == "(", tokens[0].text.first?.isLetter == true,
            tokens.closing(of: 1) == tokens.count - 1
        else { return false }
        let next = (line.index + 1..<line.source.count).lazy.map(line.source.tokens)
            .first { !$0.isEmpty }
        let opens = ["{", "in", ":"].contains(before(line)?.last?.text)
        return !opens || next?.first?.text != "}"
    }

    private static func before(_ line: SourceLine) -> [CodeToken]? {
        (0..<line.index).reversed().lazy.map(line.source.tokens).first { !$0.isEmpty }
    }

    /// Whether the line is a statement of a function: the brace around it opens no type.
    private static func isInFunction(_ line: SourceLine) -> Bool {
        var depth = 0
        for index in (max(0, line.index - longestFunction)..<line.index).reversed() {
            let tokens = line.source.tokens(index)
            for (place, token) in zip(tokens.indices, tokens).reversed() {
                switch token.text {
                case "}", ")", "]": depth += 1
                case "(", "[":
                    depth -= 1
                    // The line is in the middle of a call or a literal.
                    if depth < 0 { return false }
                case "{":
                    depth -= 1
                    if depth < 0 {
                        // A 'class func' is one too.
                        let opening = tokens[..<place]
                        let isFunction = opening.contains { $0.text == "func" }
                        return (isFunction || !opening.contains { types.contains($0.text) })
                            && !isContinued(line)
                    }
                default: break
                }
            }
        }
        return false
    }

    /// A source whose every line is such a place must not take the square of its length.
    private static let longestFunction = 500

    private static let types: Set<String> = [
        "class", "struct", "enum", "extension", "protocol", "actor", "switch",
    ]

    private static func isContinued(_ line: SourceLine) -> Bool {
        [",", "=", "+", "&", "|", "?", ":", "."].contains(before(line)?.last?.text)
    }
}
