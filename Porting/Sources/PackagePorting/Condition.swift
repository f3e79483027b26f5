/// What a compilation condition (`#if`) is on Linux.
enum Condition {
    /// What is asked for that decides it on Linux.
    ///
    /// - Parameter text: The condition, without `#if`.
    /// - Returns: Its value; `nil` when it depends on something else, such as a flag or a version.
    static func valueOnLinux(_ text: String) -> Bool? {
        var reader = Reader(text)
        let value = reader.alternatives()
        return reader.isAtEnd ? value : nil
    }

    /// Modules that Linux has with this package; of others only Apple's are known to be missing.
    private static let presentModules: Set<String> = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc",
        "LocalAuthentication", "Security", "XCTest",
    ]
    private static let presentSystems: Set<String> = ["Linux"]

    /// Reads `a && (b || !c)`, with values that may be unknown.
    private struct Reader {
        private var words: [Substring]

        init(_ text: String) {
            words = text.matches(of: #/&&|\|\||!|\(|\)|[\w.]+|[<>=]+|,/#).map(\.output)
        }

        var isAtEnd: Bool { words.isEmpty }

        private mutating func take(_ word: String) -> Bool {
            guard words.first == word[...] else { return false }
            words.removeFirst()
            return true
        }

        mutating func alternatives() -> Bool? {
            var value = requirements()
            while take("||") {
                let other = requirements()
                value = value == true || other == true ? true : (value == false ? other : nil)
            }
            return value
        }

        private mutating func requirements() -> Bool? {
            var value = requirement()
            while take("&&") {
                let other = requirement()
                value = value == false || other == false ? false : (value == true ? other : nil)
            }
            return value
        }

        private mutating func requirement() -> Bool? {
            if take("!") { return requirement().map { !$0 } }
            if take("(") {
                let value = alternatives()
                return take(")") ? value : nil
            }
            guard !words.isEmpty else { return nil }
            let name = words.removeFirst()
            guard take("(") else { return name == "true" ? true : name == "false" ? false : nil }
            let arguments = words.prefix { $0 != ")" }
            words.removeFirst(arguments.count)
            return take(")") ? Self.value(of: name, arguments.joined()) : nil
        }

        private static func value(of name: Substring, _ argument: String) -> Bool? {
            switch name {
            case "os": presentSystems.contains(argument)
            case "targetEnvironment": false
            case "canImport" where presentModules.contains(argument): true
            case "canImport" where AppleModule.named(argument)?.isMissing == true: false
            default: nil
            }
        }
    }
}
