/// Conditions that hide a whole source from Linux, and how they are extended.
enum Inclusion {
    /// Extends the conditions of a source whose code they hide whole.
    ///
    /// - Returns: The new source, and the lines that differ; `nil` if it has code that Linux compiles, or
    ///   a condition with more than one branch; or, without keychain code, a condition about Linux or about
    ///   a module that Linux cannot have.
    static func including(_ source: SourceText) -> (source: SourceText, lines: Set<Int>)? {
        let hidden = source.excludedBlocks
        guard !hidden.isEmpty, !hasCode(source, outside: hidden.map(\.lines)),
            hidden.contains(where: { hasCode(source, in: $0.lines) })
        else { return nil }
        var lines = source.lines
        for block in hidden {
            let start = block.lines.lowerBound
            let tokens = source.tokens(start)
            // Keychain code was hidden because Linux had no keychain; other code, because it cannot build.
            let isWanted = !tokens.has(["Linux"]) && !asksForMissingModule(tokens)
            guard block.isSimple, let last = tokens.last, tokens.count > 1,
                isWanted || usesKeychain(source, in: block.lines)
            else { return nil }
            let condition = source.text(tokens[1].range.lowerBound..<last.range.upperBound)
            let alternative = tokens.has(["&"]) ? "(\(condition))" : condition
            lines[start] =
                "\(lines[start].indent)#if \(alternative) || os(Linux)\(lines[start].lineEnd)"
        }
        return (SourceText(lines.joined(separator: "\n")), Set(hidden.map(\.lines.lowerBound)))
    }

    /// Whether a condition asks for a module that nothing takes the place of, such as UIKit.
    private static func asksForMissingModule(_ tokens: [CodeToken]) -> Bool {
        tokens.indices.contains { index in
            guard tokens[index].text == "canImport", index + 2 < tokens.count,
                let module = AppleModule.named(tokens[index + 2].text)
            else { return false }
            if case .replaced = module.treatment { return false }
            return module.isMissing
        }
    }

    /// Whether lines use the keychain, even if Linux does not compile them.
    static func usesKeychain(_ source: SourceText, in lines: ClosedRange<Int>) -> Bool {
        lines.contains { line in
            source.tokens(line).contains {
                Vocabulary.security.contains($0.text)
                    || Vocabulary.localAuthentication.contains($0.text)
            }
        }
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
