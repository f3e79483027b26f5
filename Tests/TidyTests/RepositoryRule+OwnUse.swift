extension RepositoryRule {
    /// Types of the library that it does not use itself, and the reason why they are in it.
    private static let forOthers: [String: String] = [
        // The doors are modules that do not import each other, and give each other's objects back to people.
        "AccessControlHolder": "two doors exchange such objects",
        "AuthenticationContextHolder": "two doors exchange such objects",
        // It seals and opens device keys: what it needs is in Sealing, and other targets do not see it.
        "DeviceBinding": "device keys are seen by the library alone",
        // The other half of TokenMessage, which ProgramToken writes and reads.
        "TokenService": "one place has both sides of a protocol",
        "AgentSealedBlob": "the agent and the tool, which do not import each other, know it",
        "CertificateFile": "DER is written in Objects alone",
        "ProgramFolder": "private files are seen by World alone",
        "QuietClock": "it waits on the threads of the library",
    ]

    /// The library has no type that only others use: such a type belongs to its user, or to a target for several.
    static let ownUse = RepositoryRule(
        name: "own use",
        bad: [
            Example(
                "a type that another target uses",
                (library + "World/Orchard.swift", "package struct Orchard {}"),
                ("Sources/Tool/Transfer/Fruit.swift", "func plant(_: Orchard) {}")
            ),
            Example(
                "a type that only its own extension names",
                (library + "World/Orchard.swift", "package enum Orchard { case one(Orchard) }"),
                (
                    library + "World/Orchard+Trees.swift",
                    "extension Orchard { var own: Orchard { self } }"
                )
            ),
            Example(
                "a type that only a comment and a text name",
                (library + "World/Orchard.swift", "package final class Orchard {}"),
                (library + "World/Fruit.swift", "// An Orchard.\nlet fruit = \"Orchard\"")
            ),
            Example(
                "such a type in code for one platform",
                (
                    library + "World/Orchard.swift",
                    "#if os(Linux)\n    package struct Orchard {}\n#endif"
                )
            ),
            Example(
                "a listed type that the library uses",
                (library + "World/QuietClock.swift", "package struct QuietClock {}"),
                (library + "World/Fruit.swift", "let clock = QuietClock()")
            ),
        ],
        good: [
            Example(
                "a type that another file names",
                (library + "World/Orchard.swift", "package struct Orchard {}"),
                (library + "Verbs/Fruit.swift", "func plant(_: Orchard) {}")
            ),
            Example(
                "a type that another declaration of its file names",
                (
                    library + "World/Orchard.swift",
                    "package struct Orchard {\n    package let trees: [OrchardTree]\n}\n\n"
                        + "package struct OrchardTree {}\n\nlet one = Orchard()"
                )
            ),
            Example(
                "types that are not the package's",
                (library + "World/Orchard.swift", "public struct Orchard {}\nstruct Tree {}")
            ),
            Example(
                "a member of another type",
                (
                    library + "World/Orchard.swift",
                    "public struct Orchard {\n    package enum Kind {}\n}"
                )
            ),
            Example(
                "another target",
                ("Sources/Tool/Transfer/Orchard.swift", "package struct Orchard {}")
            ),
        ]
    ) { files in
        let parts = files.filter { $0.path.hasPrefix(library) }.flatMap(Declaration.all)
        var users: [String: Set<String>] = [:]
        for part in parts {
            for name in part.named { users[name, default: []].insert(part.name) }
        }
        return parts.filter(\.isOfPackage).compactMap { part in
            let isUsed = users[part.name]?.contains { $0 != part.name } ?? false
            switch (isUsed, forOthers[part.name]) {
            case (true, nil), (false, _?): return nil
            case (false, nil):
                return Violation(
                    part.file,
                    line: part.line,
                    "The library does not use \(part.name): move it to its user, or to a target for all of them."
                )
            case (true, _?):
                return Violation(
                    part.file,
                    line: part.line,
                    "The library uses \(part.name): take it off the list of RepositoryRule+OwnUse."
                )
            }
        }
    }

    /// A declaration at the top level of a file, or below a condition.
    private struct Declaration {
        let file: SourceFile
        let line: Int
        /// The type that it declares or extends; empty for functions and values.
        let name: String
        /// Whether it declares a type that other modules of the package can name.
        let isOfPackage: Bool
        /// The names with a capital letter in it.
        var named: Set<String> = []

        static func all(in file: SourceFile) -> [Declaration] {
            var all: [Declaration] = []
            var depth = 0
            for (line, code) in file.code.enumerated() {
                if depth == 0, let next = Declaration(file, line) { all.append(next) }
                if !all.isEmpty {
                    all[all.count - 1].named.formUnion(TypeMentions.names(in: [code]).keys)
                }
                for byte in code.utf8 {
                    if byte == UInt8(ascii: "{") { depth += 1 }
                    if byte == UInt8(ascii: "}") { depth -= 1 }
                }
            }
            return all
        }

        private init?(_ file: SourceFile, _ line: Int) {
            let words = file.code[line].split(separator: " ")
            guard let place = words.firstIndex(where: Self.kinds.union(Self.others).contains),
                words[..<place].allSatisfy({ $0.hasPrefix("@") || $0.first?.isLowercase == true })
            else { return nil }
            let isType = Self.kinds.contains(words[place])
            self.file = file
            self.line = line
            name =
                isType && place + 1 < words.count
                ? String(words[place + 1].prefix { $0.isLetter || $0.isNumber }) : ""
            isOfPackage =
                words[..<place].contains("package") && words[place] != "extension" && isType
        }

        private static let kinds: Set<Substring> = [
            "struct", "class", "enum", "protocol", "actor", "typealias", "extension",
        ]
        private static let others: Set<Substring> = ["func", "let", "var"]
    }
}
