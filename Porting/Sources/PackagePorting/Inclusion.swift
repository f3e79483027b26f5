/// Conditions that hide a whole source from Linux, and how they are extended.
enum Inclusion {
    /// Extends the conditions of a source whose code they hide whole.
    ///
    /// - Returns: The new source, and the lines that differ; `nil` if it has code that Linux compiles, or
    ///   a condition with more than one branch or about Linux.
    static func including(_ source: SourceText) -> (source: SourceText, lines: Set<Int>)? {
        let hidden = source.excludedBlocks
        guard !hidden.isEmpty, !hasCode(source, outside: hidden.map(\.lines)),
            hidden.contains(where: { hasCode(source, in: $0.lines) })
        else { return nil }
        var lines = source.lines
        for block in hidden {
            let start = block.lines.lowerBound
            let tokens = source.tokens(start)
            guard block.isSimple, !tokens.has(["Linux"]), let last = tokens.last, tokens.count > 1
            else { return nil }
            let condition = source.text(tokens[1].range.lowerBound..<last.range.upperBound)
            let alternative = tokens.has(["&"]) ? "(\(condition))" : condition
            lines[start] =
                "\(lines[start].indent)#if \(alternative) || os(Linux)\(lines[start].lineEnd)"
        }
        return (SourceText(lines.joined(separator: "\n")), Set(hidden.map(\.lines.lowerBound)))
    }

    /// Whether there is more than directives, imports and attributes.
    static func hasCode(_ source: SourceText, in lines: ClosedRange<Int>) -> Bool {
        lines.contains { isCode(source.tokens($0)) }
    }

    private static func hasCode(_ source: SourceText, outside hidden: [ClosedRange<Int>]) -> Bool {
        var line = 0
        var blocks = hidden[...]
        while line < source.count {
            if let block = blocks.first, block.lowerBound == line {
                line = block.upperBound + 1
                blocks.removeFirst()
                continue
            }
            if isCode(source.tokens(line)) { return true }
            line += 1
        }
        return false
    }

    private static func isCode(_ tokens: [CodeToken]) -> Bool {
        guard let first = tokens.first, !first.text.hasPrefix("#") else { return false }
        return !SourceText.startsDeclaration(tokens[...])
            && SourceText.importedModule(in: tokens) == nil
    }
}
