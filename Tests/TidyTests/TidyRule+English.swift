extension TidyRule {
    /// The first sentence of a comment on a declaration would stand alone in an index.
    ///
    /// It has a subject, or is an imperative. A relative clause has neither.
    static let english = TidyRule(
        name: "first sentences",
        bad: ("Sources/X/X.swift", "/// Whose keychain the system's agent opens.\nenum Owner {}")
    ) { file in
        guard file.path.hasPrefix("Sources/") else { return [] }
        let clause =
            /^\s*\/\/\/ (?:Whose|Who|Whom|For (?:what|whom|so long)|With what|Of what|By what|To what|So (?:many|much|long))\b/
        return file.lines.indices.filter { line in
            file.lines[line].contains("/// ") && file.lines[line].contains(clause)
                && (line == 0 || !file.lines[line - 1].contains("///"))
        }.map {
            Violation(
                file,
                line: $0,
                "Begin with a noun or a verb: \"The owner of …\", \"The largest number of …\"."
            )
        }
    }
}
