/// A rule that each file keeps by itself, with an example of a file that breaks it.
struct TidyRule: Sendable, CustomStringConvertible {
    let name: String
    /// A path and a text that break the rule.
    let bad: (path: String, text: String)
    let check: @Sendable (SourceFile) -> [Violation]

    var description: String { name }

    static let all: [TidyRule] =
        imports + words + strangers + shape + english + [
            repetition, doorSuites, testPrograms, fuzzedReaders,
        ]

    /// A rule on a word: the places where it may stand, and the text to write instead.
    ///
    /// - Parameters:
    ///   - name: The subject of the word.
    ///   - pattern: The word.
    ///   - besides: A text that looks like the word and is not.
    ///   - allowed: The folders in which it may stand.
    ///   - bad: A path and a text that break the rule.
    ///   - message: The text to write instead.
    /// - Returns: The rule.
    static func word(
        _ name: String,
        _ pattern: @escaping @Sendable () -> Regex<Substring>,
        besides: @escaping @Sendable () -> Regex<Substring> = { /\u{0}/ },
        only allowed: [String] = [],
        bad: (path: String, text: String),
        _ message: String
    ) -> TidyRule {
        TidyRule(name: name, bad: bad) { file in
            guard file.path.hasPrefix("Sources/"), !file.isUnder(allowed) else { return [] }
            // The default boundaries are those of a language: none stands in `Manager.default`.
            // With ASCII alone, the tables of Unicode are not asked at each boundary.
            let pattern = pattern().wordBoundaryKind(.simple).matchingSemantics(.unicodeScalar)
                .asciiOnlyWordCharacters()
            let besides = besides()
            return file.places(of: pattern).filter {
                file.code[$0].replacing(besides, with: "").contains(pattern)
            }.map { Violation(file, line: $0, message) }
        }
    }
}
