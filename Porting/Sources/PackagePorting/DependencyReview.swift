/// Finds out whether the source of a dependency uses Apple's module `Security`.
public enum DependencyReview {
    /// The first line that asks for the module, and its meaning.
    public static func firstUse(in text: String) -> (line: Int, advice: String)? {
        let module = Vocabulary.security.rawValue
        guard text.contains(module) else { return nil }
        let source = SourceText(text)
        if let line = source.imports(of: module).first(where: { !isConditional(source, $0) }) {
            let advice = """
                This dependency imports Security. Get a copy of it, port that by port-package, and depend on it.
                """
            return (line, advice)
        }
        for line in source.lines(with: ["canImport"])
        where source.tokens(line).contains("canImport", "(", module, ")") {
            let advice = """
                This dependency asks canImport(Security), which is false in it: it takes its branch for Linux. \
                Port a copy of it if it is to use the keychain.
                """
            return (line, advice)
        }
        return nil
    }

    private static func isConditional(_ source: SourceText, _ line: Int) -> Bool {
        var depth = 0
        for index in 0..<line {
            switch source.tokens(index).first?.text {
            case "#if": depth += 1
            case "#endif": depth -= 1
            default: break
            }
        }
        return depth > 0
    }
}
