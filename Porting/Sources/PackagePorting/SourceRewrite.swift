/// Puts what Linux lacks behind conditions, in one source.
struct SourceRewrite {
    private(set) var lines: [String] = []
    /// What was changed, with the lines of the new source.
    private(set) var done: [(line: Int, text: String)] = []
    /// What was seen and cannot be changed safely.
    private(set) var left: [(line: Int, text: String)] = []

    init(_ source: SourceText) {
        for index in source.lines.indices {
            let line = source.lines[index]
            guard source.isCompiled[index] else {
                lines.append(line)
                continue
            }
            if !rewriteImport(line, source.code[index]),
                !rewriteAttributes(line, source.code[index])
            {
                lines.append(line)
            }
        }
    }

    private mutating func rewriteImport(_ line: String, _ code: String) -> Bool {
        guard let name = SourceText.importedModule(in: code),
            let module = AppleModule.named(name)
        else { return false }
        switch module.treatment {
        case .left: return false
        case .wrapped:
            let what = "'import \(name)' is behind '#if \(module.condition)'. \(module.advice)"
            wrap(module.condition, [line], like: line, what)
        case .replaced(let other):
            let instead = ["#else", "import \(other)"].map { indent(line) + $0 + lineEnd(line) }
            let what = "'import \(name)' is 'import \(other)' on Linux. \(module.advice)"
            wrap(module.condition, [line] + instead, like: line, what)
        }
        return true
    }

    /// Wraps attributes that Swift accepts on Apple's platforms only.
    ///
    /// Attributes may be in a condition of their own (SE-0367).
    private mutating func rewriteAttributes(_ line: String, _ code: String) -> Bool {
        let attribute = #/@(?:objcMembers|objc|nonobjc|NSManaged)\b(?:\([\w:]*\))?[ \t]*/#
        let matches = code.matches(of: attribute.wordBoundaryKind(.simple))
        guard let first = matches.first else { return false }
        let names = matches.map { String($0.output).trimmed }.joined(separator: " ")
        let startsDeclaration =
            #/
            \s* (?: (?: @\w+(?:\([^()]*\))? | public | open | package | internal | fileprivate | private
            | static | class | final | override | dynamic | convenience | required | weak | lazy ) \s+ )*
            /#
        guard code[..<first.range.lowerBound].wholeMatch(of: startsDeclaration) != nil,
            !code.hasMatch(#/\boptional\b/#)
        else {
            let advice = """
                '\(names)' needs Objective-C. Remove it, or put the declaration \
                behind '#if canImport(ObjectiveC)'.
                """
            left.append((lines.count, advice))
            return false
        }
        var rest = Array(line.utf8)
        for match in matches.reversed() {
            let start = code.utf8.distance(from: code.startIndex, to: match.range.lowerBound)
            rest.removeSubrange(start..<start + String(match.output).utf8.count)
        }
        let what = "'\(names)' is behind '#if canImport(ObjectiveC)'"
        wrap("canImport(ObjectiveC)", [indent(line) + names + lineEnd(line)], like: line, what)
        let declaration = String(decoding: rest, as: UTF8.self)
        if !declaration.trimmed.isEmpty { lines.append(declaration) }
        return true
    }

    private mutating func wrap(
        _ condition: String,
        _ wrapped: [String],
        like line: String,
        _ what: String
    ) {
        done.append((lines.count, what))
        lines.append("\(indent(line))#if \(condition)\(lineEnd(line))")
        lines += wrapped
        lines.append("\(indent(line))#endif\(lineEnd(line))")
    }

    private func indent(_ line: String) -> String {
        String(line.prefix { $0 == " " || $0 == "\t" })
    }

    /// Lines keep the carriage return that some files have.
    private func lineEnd(_ line: String) -> String {
        line.utf8.last == UInt8(ascii: "\r") ? "\r" : ""
    }
}

extension String {
    /// Whether a part of the text matches; a full stop ends a word, other than in Unicode's rules.
    func hasMatch(_ expression: some RegexComponent) -> Bool {
        contains(expression.regex.wordBoundaryKind(.simple))
    }

    /// The text without white space around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
