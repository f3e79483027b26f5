import Foundation

/// A rule that each file keeps by itself, with an example of a file that breaks it.
struct TidyRule: Sendable, CustomStringConvertible {
    let name: String
    /// A path and a text that break the rule.
    let bad: (path: String, text: String)
    let check: @Sendable (SourceFile) -> [Violation]

    var description: String { name }

    static let all: [TidyRule] =
        imports + words + strangers + shape + english + [
            repetition, doorSuites, testPrograms, fuzzedReaders, slashes, signs,
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
        let compiled = CompiledPattern {
            // The default boundaries are those of a language: none stands in `Manager.default`.
            // With ASCII alone, the tables of Unicode are not asked at each boundary.
            pattern().wordBoundaryKind(.simple).matchingSemantics(.unicodeScalar)
                .asciiOnlyWordCharacters()
        }
        return TidyRule(name: name, bad: bad) { file in
            guard file.path.hasPrefix("Sources/"), !file.isUnder(allowed) else { return [] }
            return compiled.use { pattern in
                let found = file.places(of: pattern)
                guard !found.isEmpty else { return [] }
                let besides = besides()
                return found.filter {
                    file.code[$0].replacing(besides, with: "").contains(pattern)
                }.map { Violation(file, line: $0, message) }
            }
        }
    }
}

/// A pattern that is compiled once, and used by one thread at a time.
private final class CompiledPattern: @unchecked Sendable {
    private let lock = NSLock()
    private let make: @Sendable () -> Regex<Substring>
    private var pattern: Regex<Substring>?

    init(_ make: @escaping @Sendable () -> Regex<Substring>) { self.make = make }

    func use<Result>(_ body: (Regex<Substring>) -> Result) -> Result {
        lock.withLock {
            let present = pattern ?? make()
            pattern = present
            return body(present)
        }
    }
}
