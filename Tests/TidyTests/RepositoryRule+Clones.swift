extension RepositoryRule {
    /// Two files that say the same, and why that is right.
    struct Twins: Sendable, CustomStringConvertible {
        let paths: [String]
        let reason: String

        init(_ first: String, _ second: String, _ reason: String) {
            paths = [first, second].map { "Sources/\($0).swift" }
            self.reason = reason
        }

        var description: String { paths.joined(separator: " and ") }
    }

    /// Pairs that may be alike.
    ///
    /// An entry that is no longer needed is reported.
    static let twins: [Twins] = [
        Twins(
            "Doors/DVESecurity/GenericPassword/Keychain+GenericPassword+Item",
            "Doors/DVESecurity/InternetPassword/Keychain+InternetPassword+Item",
            "Public structs of the original: eight of their stored properties are the same, and "
                + "structs do not inherit."
        ),
        Twins(
            "Doors/DVESecurity/InternetPassword/Keychain+InternetPassword+Storing",
            "Doors/DVESecurity/InternetPassword/Keychain+InternetPassword+Synchronizable",
            "Public signatures of the original with up to twelve parameters: each verb has a "
                + "synchronizable twin. The bodies are one call."
        ),
        Twins(
            "Doors/DVESecurity/Keys/Keychain+AsymmetricKeys+Storing",
            "Doors/DVESecurity/Keys/Keychain+AsymmetricKeys+Synchronizable+Storing",
            "Public signatures of the original: each verb has a synchronizable twin. The bodies "
                + "are one call."
        ),
        Twins(
            "Doors/PortableSecurity/Functions/MacOnly",
            "Doors/PortableSecurity/Functions/MacOnlyExports",
            "Apple's signatures of functions that do not exist here: none has a body to share."
        ),
        Twins(
            "Doors/PortableSecurity/Functions/MacOnlyCodeSigning",
            "Doors/PortableSecurity/Functions/MacOnlyMessages",
            "Apple's signatures of functions that do not exist here: none has a body to share."
        ),
    ]

    /// No file of the sources is a copy of another one, nor a copy with other names.
    static let clones = RepositoryRule(
        name: "clones",
        bad: [
            Example(
                "a copy with one more function",
                ("Sources/X/Apple.swift", orchard),
                ("Sources/Y/Pear.swift", orchard + "\nfunc more() {}\n")
            ),
            Example(
                "a copy with other names",
                ("Sources/X/Apple.swift", orchard),
                (
                    "Sources/X/Pear.swift",
                    orchard.replacing("Apple", with: "Pear").replacing("basket", with: "crate")
                        .replacing("fruit", with: "item").replacing("7", with: "12")
                )
            ),
        ],
        good: [
            Example(
                "few lines",
                ("Sources/X/Apple.swift", "struct Apple {\n    let weight: Int\n}"),
                ("Sources/X/Pear.swift", "struct Apple {\n    let weight: Int\n}")
            ),
            Example(
                "tables",
                ("Sources/X/Apple.swift", table(of: "apple")),
                ("Sources/X/Pear.swift", table(of: "pear"))
            ),
        ]
    ) { files in
        let reasons = Set(twins.map { Set($0.paths) })
        return alike(files).filter { !reasons.contains([$0.shorter.path, $0.longer.path]) }.map {
            Violation(
                $0.shorter,
                line: $0.line,
                "\(Int($0.share * 100)) % of it \($0.how) in \($0.longer.path): write once what "
                    + "both need, or give the reason in RepositoryRule.twins."
            )
        }
    }

    /// A file of which too much stands in another one.
    struct Alike {
        let shorter: SourceFile
        let longer: SourceFile
        let share: Double
        let line: Int
        let how: String
    }

    /// The pairs of source files that are alike, whatever the reason.
    ///
    /// Small files are left out: they share their frame and little else. A run of two lines that
    /// are the same word for word counts; so does a run of five with the same shapes.
    static func alike(_ files: [SourceFile]) -> [Alike] {
        let prints = files.filter { $0.path.hasPrefix("Sources/") }.map(Fingerprint.init)
            .filter { $0.lines.count >= 25 }
        let measures = [
            (Likeness(run: 2, variety: 1), prints.map(\.words), "stands word for word"),
            (Likeness(run: 5, variety: 3), prints.map(\.shapes), "stands, but for names,"),
        ]
        return measures.flatMap { likeness, lines, how in
            likeness.pairs(of: lines, over: 0.6).map {
                Alike(
                    shorter: prints[$0.shorter].file,
                    longer: prints[$0.longer].file,
                    share: $0.share,
                    line: prints[$0.shorter].lines[$0.start],
                    how: how
                )
            }
        }
    }

    private static func table(of name: String) -> String {
        "enum Fruit: Int {\n"
            + (0..<30).map { "    case \(name)\($0) = \($0)\n" }.joined() + "}\n"
    }

    private static let orchard = """
        struct Apple {
            let weight: Int
            private var fruit: [String] = []
            private let order = Order.size
            static let limit = 7

            init?(weight: Int, basket: [String]) throws {
                guard weight > limit else { return nil }
                self.weight = weight
                fruit = try basket.map { try Self.washed($0) }
            }

            mutating func fill(_ basket: inout [String]) -> Int {
                var count = 0
                while let next = basket.popLast(), count < weight {
                    fruit.append(next)
                    count += 1
                }
                return count
            }

            func sorted(by order: Order) -> [String] {
                switch order {
                case .size: return fruit.sorted { $0.count < $1.count }
                case .name: return fruit.sorted()
                }
            }

            private static func washed(_ fruit: String) throws -> String {
                if fruit.isEmpty {
                    throw Trouble.nothing
                }
                do {
                    return try clean(fruit)
                } catch {
                    return fruit
                }
            }
        }
        """
}
