/// The value of a compilation condition (`#if`) on Linux.
enum Condition {
    /// The value of a condition on Linux.
    ///
    /// - Parameter tokens: The condition, without `#if`.
    /// - Returns: Its value; `nil` when it depends on something else, such as a flag or a version.
    static func valueOnLinux(_ tokens: ArraySlice<CodeToken>) -> Bool? {
        var reader = Reader(tokens)
        let value = reader.alternatives()
        return reader.isAtEnd ? value : nil
    }

    private static let presentSystems: Set<String> = ["Linux"]

    /// Reads `a && (b || !c)`, with values that may be unknown.
    private struct Reader {
        private var words: ArraySlice<String>
        /// A hostile condition must not exhaust the stack.
        private var depth = 0
        private static let deepest = 64

        init(_ tokens: ArraySlice<CodeToken>) { words = ArraySlice(tokens.map(\.text)) }

        var isAtEnd: Bool { words.isEmpty }

        private mutating func take(_ expected: String...) -> Bool {
            guard words.starts(with: expected) else { return false }
            words.removeFirst(expected.count)
            return true
        }

        mutating func alternatives() -> Bool? {
            var value = requirements()
            while take("|", "|") {
                let other = requirements()
                value = value == true || other == true ? true : (value == false ? other : nil)
            }
            return value
        }

        private mutating func requirements() -> Bool? {
            var value = requirement()
            while take("&", "&") {
                let other = requirement()
                value = value == false || other == false ? false : (value == true ? other : nil)
            }
            return value
        }

        private mutating func requirement() -> Bool? {
            depth += 1
            defer { depth -= 1 }
            guard depth < Self.deepest else { return nil }
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

        private static func value(of name: String, _ argument: String) -> Bool? {
            switch name {
            case "os": presentSystems.contains(argument)
            case "targetEnvironment": false
            case "canImport" where LinuxModules.all.contains(argument): true
            case "canImport" where AppleModule.named(argument)?.isMissing == true: false
            default: nil
            }
        }
    }
}
