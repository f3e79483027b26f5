extension RepositoryRule {
    /// The targets in which each noun is in the glossary: those that came last, with most new words.
    private static let newRooms: Set = [
        "AgentSockets", "KeychainAgent", "KeychainAgentClient", "KeychainBrowser", "KeychainFIDO2",
        "KeychainPasskeys",
        "KeychainSecretService", "KeychainSync", "KeychainSyncEtcd", "KeychainSyncGit",
        "KeychainTPM", "SessionBus", "keychaind",
    ]

    /// Last words of types that have their ordinary meaning here.
    private static let plain: Set = Set(
        """
        address administration answer asker authenticator blob book bus call certificate change checks code coding \
        configuration connection content daemon device digest effect end endpoint facts file group guessing handle hash \
        identifier interest interface item key kind label life limit loop merge message mutex name number off once outcome page \
        pair path process program question queue reader received removal reply report request rule sealing secret signed \
        selection server service setting setup signal signature socket source status stream surrounding template text \
        time tool tpm transfer value version watch writer client
        """.split(separator: " ").map(String.init)
    )

    /// Types whose names are older than the rule that a failure is an `Error`, a `Fault` or a `Failure`.
    private static let olderFailures: Set = [
        "CargoProblem", "DockerProblem", "EngineTrouble", "FormatProblem", "GitProblem",
        "SSHRefusal", "SessionBusProblem", "SyncProblem",
    ]

    /// The last words of types of new rooms are in the glossary or are ordinary, and failures have names of three
    /// kinds.
    static let nouns = RepositoryRule(
        name: "nouns",
        bad: [
            Example(
                "a noun that the glossary does not have",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Sync/KeychainSync/Orchard.swift", "package struct SyncOrchard {}")
            ),
            Example(
                "such a noun in code for one platform",
                ("ARCHITECTURE.md", glossary),
                (
                    "Sources/Services/SessionBus/X.swift",
                    "#if Agent\n    final class BusOrchard {}\n#endif"
                )
            ),
            Example(
                "a fourth kind of failure",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Tool/Transfer/X.swift", "enum ImportProblem: Error {}")
            ),
        ],
        good: [
            Example(
                "a noun of the glossary, in the plural",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Sync/KeychainSync/Tree.swift", "package struct SyncTrees {}")
            ),
            Example(
                "an ordinary word",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Sync/KeychainSync/X.swift", "package struct TreeName {}")
            ),
            Example(
                "a failure",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Tool/Transfer/X.swift", "struct ImportFailure: Error {}")
            ),
            Example(
                "a noun of one file",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Sync/KeychainSync/X.swift", "private struct Orchard {}")
            ),
            Example(
                "another target",
                ("ARCHITECTURE.md", glossary),
                ("Sources/Tool/Transfer/X.swift", "struct Orchard {}")
            ),
        ]
    ) { files in
        let words = glossaryWords(in: files)
        return files.flatMap { file -> [Violation] in
            guard let room = file.target else { return [] }
            return types(in: file).compactMap { line, name -> Violation? in
                let noun = lastWord(of: name)
                if ["problem", "trouble", "refusal", "complaint"].contains(noun) {
                    guard !olderFailures.contains(name) else { return nil }
                    return Violation(
                        file,
                        line: line,
                        "Call it an Error (thrown), a Fault (found in data) or a Failure (shown)."
                    )
                }
                let forms = [noun, noun.last == "s" ? String(noun.dropLast()) : noun]
                guard newRooms.contains(room), words.union(plain).isDisjoint(with: forms),
                    !["error", "fault", "failure"].contains(noun)
                else { return nil }
                return Violation(
                    file,
                    line: line,
                    "Explain '\(noun)' in the glossary of ARCHITECTURE.md, or use a word that it has."
                )
            }
        }
    }

    private static let glossary = "## Glossary\n\n| word | meaning |\n|---|---|\n| tree | grows |"

    /// The words that the glossary explains.
    static func glossaryWords(in files: [SourceFile]) -> Set<String> {
        let page =
            files.first { $0.path == "ARCHITECTURE.md" } ?? Repository.file("ARCHITECTURE.md")
        return Set(glossaryEntries(of: page))
    }

    /// The first column of the glossary, line by line.
    static func glossaryEntries(of page: SourceFile?) -> [String] {
        guard let lines = page?.lines, let title = lines.firstIndex(of: "## Glossary") else {
            return []
        }
        return lines[(title + 1)...].prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("| ") }
            .dropFirst().flatMap { line in
                line.split(separator: "|")[0].split(separator: ",")
                    .map { String($0.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
            }
    }

    /// Types that other files can name, declared at the top level or below a condition.
    private static func types(in file: SourceFile) -> [(line: Int, name: String)] {
        let declaration =
            /^(?:(?!private|fileprivate)[a-z]+ |@\w+ )*(?:struct|class|enum|protocol|actor) ([A-Z]\w*)/
        let isConditional = file.code.contains { $0.hasPrefix("#if ") }
        return file.places(of: /\b(?:struct|class|enum|protocol|actor) [A-Z]/).compactMap { line in
            var text = file.code[line][...]
            if isConditional, text.hasPrefix("    "), !text.hasPrefix("     ") {
                // Only what a condition indents; members of types at the top level are indented too.
                guard !file.code[..<line].contains(where: { $0.contains(/^[a-z@].*\{$/) }) else {
                    return nil
                }
                text = text.dropFirst(4)
            }
            return text.prefixMatch(of: declaration).map { (line, String($0.1)) }
        }
    }

    /// The last word of a name: `log` of `VaultLog`.
    private static func lastWord(of name: String) -> String {
        let words = name.matches(of: /[A-Z][a-z]+|[A-Z]+(?![a-z])/)
        return words.last.map { $0.0.lowercased() } ?? name.lowercased()
    }
}
