extension RepositoryRule {
    /// The chapters of the library, from the lowest to the highest, and the types that each may
    /// name.
    ///
    /// `Chapter.Type` allows that type alone.
    /// `Rules` are how the vault's keychain decides. The system's keychain decides by itself, all but
    /// how an identity comes apart into two items, which is one rule for both.
    static let drawing = """
        Errors          |
        Secrets         | Errors
        World           | Errors Secrets
        Hardware        | Errors Secrets World
        Objects         | Errors Secrets World Hardware
        Vocabulary      | Errors Secrets                Objects
        UserInteraction | Errors Secrets World Hardware         Vocabulary
        Sealing         | Errors Secrets World Hardware         Vocabulary
        Rules           | Errors Secrets World Hardware Objects Vocabulary UserInteraction Sealing
        AppleKeychain   | Errors Secrets                Objects Vocabulary World.KeychainClock Rules.ClassSchema
        Verbs           | Errors Secrets World Hardware Objects Vocabulary UserInteraction Sealing Rules \
        AppleKeychain.SecItemKeeper
        """

    /// The lines of the drawing: the names that each chapter may use, chapters and `Chapter.Type`.
    private static let arrows: [String: Set<String>] = Dictionary(
        uniqueKeysWithValues: drawing.split(separator: "\n").map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            let names = parts.map { $0.split(separator: " ").map(String.init) }
            return (names[0][0], Set(names[1]))
        }
    )

    /// Each chapter of the library names types of the chapters below it alone.
    static let chapters = RepositoryRule(
        name: "chapters",
        bad: [
            Example(
                "a type of a higher chapter",
                (library + "Rules/Orchard.swift", "struct Orchard {}"),
                (library + "Vocabulary/Fruit.swift", "struct Fruit { let home: Orchard? }")
            ),
            Example(
                "an extension of a type of a higher chapter",
                (library + "Sealing/Rows/Orchard.swift", "package final class Orchard {}"),
                (library + "World/Fruit.swift", "extension Orchard {}")
            ),
            Example(
                "a type that is not the entry of its chapter",
                (library + "AppleKeychain/Orchard.swift", "public enum Orchard {}"),
                (library + "Verbs/Fruit.swift", "func grow() { Orchard.grow() }")
            ),
            Example(
                "a chapter that is not drawn",
                (library + "Orchards/Orchard.swift", "struct Orchard {}")
            ),
        ],
        good: [
            Example(
                "a type of a lower chapter",
                (library + "Vocabulary/Fruit.swift", "struct Fruit {}"),
                (library + "Rules/Orchard.swift", "struct Orchard { let fruits: [Fruit] }")
            ),
            Example(
                "words that are no types",
                (library + "Rules/Orchard.swift", "struct Orchard {}"),
                (
                    library + "Vocabulary/Fruit.swift",
                    "// An Orchard.\nlet fruit = \"Orchard\" + Fruit.Orchard.name"
                )
            ),
            Example(
                "types of the file's own",
                (library + "Rules/Orchard.swift", "struct Orchard {}\nstruct Tree {}"),
                (
                    library + "Vocabulary/Fruit.swift",
                    """
                    struct Fruit<Tree> {
                        enum Orchard { case near }
                        let home: Orchard
                        let tree: Tree
                    }
                    """
                )
            ),
            Example(
                "types that other files cannot name",
                (library + "Rules/Orchard.swift", "private struct Orchard {}"),
                (library + "Vocabulary/Fruit.swift", "func plant(in: Orchard) {}")
            ),
        ]
    ) { files in
        let files = files.filter { $0.path.hasPrefix(library) }
        let mentions = files.map(TypeMentions.init)
        var homes: [String: Set<String>] = [:]
        for (file, mentions) in zip(files, mentions) {
            for name in mentions.declared { homes[name, default: []].insert(chapter(of: file)) }
        }
        return zip(files, mentions).flatMap { file, mentions in
            violations(of: file, naming: mentions.named, homes)
        }
    }

    private static func violations(
        of file: SourceFile,
        naming names: [String: [Int]],
        _ homes: [String: Set<String>]
    ) -> [Violation] {
        let own = chapter(of: file)
        guard let allowed = arrows[own] else {
            return [Violation(file, line: 0, "\(own) is no chapter: draw it in RepositoryRule.")]
        }
        return names.sorted { $0.key < $1.key }.compactMap { name, lines -> Violation? in
            let strange = homes[name, default: []].filter { home in
                home != own && !allowed.contains(home) && !allowed.contains("\(home).\(name)")
            }
            // A name of two chapters may mean the one that is allowed.
            guard let home = strange.min(), strange == homes[name]
            else { return nil }
            return Violation(
                file,
                line: lines[0],
                "\(own) names \(name) of \(home): move these lines there or above it, or the type "
                    + "to a lower chapter."
            )
        }
    }

    /// The chapter a file is in; the file of the keychain itself stands beside its verbs.
    private static func chapter(of file: SourceFile) -> String {
        let parts = file.path.dropFirst(library.count).split(separator: "/")
        return parts.count > 1 ? String(parts[0]) : "Verbs"
    }

    static let library = "Sources/Library/PortableKeychain/"
}
