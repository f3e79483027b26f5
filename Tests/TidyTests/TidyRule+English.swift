import Foundation

extension TidyRule {
    /// The English of comments and of the titles of tests, in all Swift files.
    static let english = [firstSentences, plainWords]

    /// The first word of a question, or of a relative clause, which has no subject.
    private static let interrogatives: Set = [
        "What", "How", "Whose", "Who", "Whom", "Where", "When", "Which", "Why", "Whatever",
        "Whoever", "Nobody", "Somebody", "Anybody",
    ]

    /// The first words of clauses that begin with a preposition, such as "For what".
    private static let prepositions: Set = [
        "After", "As", "At", "By", "For", "From", "In", "Of", "On", "So", "Through", "To", "Until",
        "Under", "With",
    ]
    private static let afterPrepositions: Set = [
        "what", "whom", "which", "whose", "who", "how", "long", "many", "much", "often", "when",
    ]

    /// The first sentence of a comment on a declaration, the text of each parameter, of a result and of
    /// errors, and the title of a test would stand alone in an index.
    private static let firstSentences = TidyRule(
        name: "first sentences",
        bad: ("Benchmarks/X/X.swift", "/// - Returns: With how many sets it was shown.")
    ) { file in
        file.lines.indices.filter { line in
            let follows = line > 0 && file.lines[line - 1].contains("///")
            return sentences(in: file.lines[line], follows: follows).contains(where: isClause)
        }.map {
            Violation(
                file,
                line: $0,
                "Begin with a noun or a verb: \"The owner of …\", \"The largest number of …\"."
            )
        }
    }

    /// The sentences in a line that would stand alone.
    private static func sentences(in line: String, follows: Bool) -> [Substring] {
        let text = line.drop { $0 == " " }
        if text.hasPrefix("/// ") {
            let comment = text.dropFirst(4).drop { $0 == " " }
            guard comment.hasPrefix("- ") else { return follows ? [] : [comment] }
            // `- Parameter name: Text`, `- name: Text`.
            guard let colon = comment.firstIndex(of: ":") else { return [] }
            let words = comment[..<colon].split(separator: " ")
            guard words.count == 2 || words.count == 3 && words[1] == "Parameter" else { return [] }
            return [comment[colon...].dropFirst().drop { $0 == " " }]
        }
        guard text.hasPrefix("@Test(\"") || text.hasPrefix("@Suite(\"") else { return [] }
        return text.split(separator: "\"").dropFirst().prefix(1).map { $0 }
    }

    /// Whether a sentence begins as a question or a relative clause does.
    private static func isClause(_ sentence: Substring) -> Bool {
        let words = sentence.split(maxSplits: 2) { !$0.isLetter }.prefix(2)
        guard let first = words.first, sentence.first?.isLetter == true else { return false }
        // Titles of tests begin with a small letter.
        let opening = first.prefix(1).uppercased() + first.dropFirst()
        return interrogatives.contains(opening)
            || prepositions.contains(opening) && words.count == 2
                && afterPrepositions.contains(String(words[1]))
    }

    /// Words of comments that say too little to a reader with another first language, with better ones.
    private static let plainWords = TidyRule(
        name: "plain words",
        bad: ("Tests/X/X.swift", "/// The file is made anew, and nobody\n/// is asked.")
    ) { file in
        let phrases = [
            "somebody", "nobody", "anybody", "whoever", "anew", "once more", "any more",
            "(?:is|are|was|were|be|been) told", "(?:told|tells?|telling) apart", "goes on",
            "nothing but", "but for", "(?:of|for|to|by|from|than) who",
        ].map { $0.replacing(" ", with: #"(?:\s|///?)+"#) }
        let pattern = #"\b(?:"# + phrases.joined(separator: "|") + #")\b"#
        guard let search = try? NSRegularExpression(pattern: pattern, options: .caseInsensitive)
        else { return [Violation(file, line: 0, "The phrases are not a pattern.")] }
        // Lines of code are empty here, so that numbers of lines stay.
        let text = file.lines.map { line in
            line.drop { $0 == " " }.hasPrefix("//") ? line : ""
        }.joined(separator: "\n")
        let whole = NSRange(location: 0, length: text.utf16.count)
        return search.matches(in: text, range: whole).map { match in
            let before = (text as NSString).substring(to: match.range.location)
            return Violation(
                file,
                line: before.count { $0 == "\n" },
                "Name the user, program or attacker; write \"again\", \"no longer\", \"only\", "
                    + "\"distinguished\", \"except\"."
            )
        }
    }
}
