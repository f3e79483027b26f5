extension TidyRule {
    /// The lengths and the names of files and functions.
    static let shape: [TidyRule] = [
        TidyRule(
            name: "length of files",
            bad: ("Sources/X/X.swift", String(repeating: "\n", count: 301))
        ) { file in
            let limit = file.path.hasPrefix("Sources/") ? 300 : 400
            // The end of the last line is not a line.
            let count = file.lines.count - (file.lines.last == "" ? 1 : 0)
            guard count > limit else { return [] }
            return [Violation(file, line: limit, "\(count) lines: split it by concept.")]
        },
        TidyRule(
            name: "length of functions",
            bad: ("Sources/X/X.swift", "func f() {" + String(repeating: "\n", count: 71) + "}")
        ) { file in
            functions(in: file).filter { $0.count > 70 }.map {
                Violation(file, line: $0.start, "\($0.count) lines: name its parts.")
            }
        },
        TidyRule(name: "names of files", bad: ("Sources/X/Apple.swift", "struct Pear {}")) { file in
            guard file.path.hasPrefix("Sources/"), !file.isUnder(unnamed) else { return [] }
            let types = types(in: file)
            guard let first = types.first, types.allSatisfy({ !file.concepts.contains($0) }) else {
                return []
            }
            return [Violation(file, line: 0, "It is about \(first): name it after that.")]
        },
    ]

    /// The files with other names, with the reason.
    private static let unnamed = [
        // Apple's names for functions, not types of ours.
        "Sources/Doors/PortableSecurity/"
    ]

    /// Functions with the line they start in and their number of lines.
    private static func functions(in file: SourceFile) -> [(start: Int, count: Int)] {
        let start = /^\s*(?:[@a-z][\w()]* )*(?:func [^\s]|init[?(<]|deinit\b)/
        return file.places(of: start).compactMap { line in
            var depth = 0
            var wasOpen = false
            for end in line..<file.code.count {
                for character in file.code[end].utf8 {
                    if character == UInt8(ascii: "{") { (depth, wasOpen) = (depth + 1, true) }
                    if character == UInt8(ascii: "}") { depth -= 1 }
                    if wasOpen, depth == 0 { return (line, end - line + 1) }
                }
                // A requirement of a protocol has no body.
                if !wasOpen, depth < 0 { return nil }
            }
            return nil
        }
    }

    /// The types that a file declares or extends, nested ones once.
    private static func types(in file: SourceFile) -> [String] {
        let declaration =
            /^(?: {4})?(?:[@a-z][\w()]* )*(?:struct|class|enum|protocol|actor|extension) ([A-Z]\w*)/
        return file.code.compactMap { $0.firstMatch(of: declaration).map { String($0.1) } }
    }
}
