extension TidyRule {
    private static let world = "Sources/PortableKeychain/World/"

    /// Words that stand in few places, or in none.
    static let words: [TidyRule] = [
        word(
            "print",
            { /\b(?:print|debugPrint|dump|NSLog)\(/ },
            only: ["Sources/keychainctl/"],
            bad: ("Sources/PortableKeychain/X.swift", "print(item)"),
            "Return it or throw it: a library does not write to anybody's terminal."
        ),
        word(
            "try!",
            { /\btry!/ },
            bad: ("Sources/PortableKeychain/X.swift", "let x = try! f()"),
            "Throw the error on, or handle it."
        ),
        word(
            "as!",
            { /\bas!/ },
            bad: ("Sources/PortableKeychain/X.swift", "let x = y as! Z"),
            "Use as? and say what happens otherwise."
        ),
        word(
            "force unwrap",
            { /[A-Za-z0-9_\)\]>]!(?:[^=]|$)/ },
            besides: { /(?:: |-> )[A-Z][\w.<>]*!/ },
            bad: ("Sources/PortableKeychain/X.swift", "let x = y[0]!.z"),
            "Use guard let and say what happens otherwise."
        ),
        word(
            "time",
            { /\bDate\(\)|\bDate\.now\b|\.init\(timeIntervalSinceNow/ },
            only: [world],
            bad: ("Sources/PortableKeychain/Rules/X.swift", "let now = Date()"),
            "Ask the KeychainClock you were given."
        ),
        word(
            "randomness",
            { /\bUUID\(\)|SystemRandomNumberGenerator|\.random\((?:in:|\))|\.randomElement\(/ },
            only: [world],
            bad: ("Sources/PortableKeychain/Rules/X.swift", "let id = UUID()"),
            "Ask the KeychainEntropy you were given."
        ),
        word(
            "files",
            { /\bFileManager\b/ },
            only: [world, "Sources/keychainctl/"],
            bad: ("Sources/PortableKeychain/Rules/X.swift", "FileManager.default"),
            "Go through World: it alone touches files."
        ),
        word(
            "environment",
            { /\b(?:getenv|ProcessInfo)\b/ },
            only: [world, "Sources/keychainctl/"],
            bad: ("Sources/PortableKeychain/Rules/X.swift", "getenv(name)"),
            "Take it as a parameter; World reads the environment."
        ),
        leftovers,
    ]

    /// Spelled in halves, so that this file does not break its own rule.
    private static let marks = ["TO" + "DO", "FIX" + "ME", "XX" + "X"]

    private static let leftovers = TidyRule(
        name: "leftovers",
        bad: ("Tests/X/X.swift", "// \(marks[0]): later")
    ) { file in
        file.lines.indices.filter { line in
            // To look for the marks alone is quicker than to split each line.
            marks.contains { file.lines[line].contains($0) }
                && file.lines[line].split { !$0.isLetter }.contains { marks.contains(String($0)) }
        }.map { Violation(file, line: $0, "Do it, or write down as a limit what is not done.") }
    }
}
