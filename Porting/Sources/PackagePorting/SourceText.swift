/// A Swift source as lines, and what Linux makes of them.
struct SourceText {
    /// The lines, without their line feeds.
    let lines: [String]
    /// The lines with comments and literals blanked; of the same lengths in bytes.
    let code: [String]
    /// For each line whether it is compiled on Linux, as far as its conditions tell.
    let isCompiled: [Bool]
    /// The conditions without any branch that Linux compiles.
    let excludedBlocks: [ClosedRange<Int>]

    init(_ text: String) {
        lines = Self.split(text)
        code = Self.split(CodeMask.code(of: text))
        var blocks = ConditionalBlocks()
        isCompiled = code.indices.map { [code] in blocks.read(code[$0], at: $0) }
        excludedBlocks = blocks.excluded
    }

    private static func split(_ text: String) -> [String] {
        text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the code of a compiled line has a match.
    func usesOnLinux(_ expression: Vocabulary) -> Bool {
        zip(code, isCompiled).contains { $1 && expression.isUsed(in: $0) }
    }

    /// The lines that import a module on Linux.
    func imports(of module: String) -> [Int] {
        code.indices.filter { isCompiled[$0] && Self.importedModule(in: code[$0]) == module }
    }

    /// The module that a line imports.
    static func importedModule(in code: String) -> String? {
        let kinds = #/struct|class|enum|protocol|typealias|func|let|var/#
        let line =
            #/^\s*(?:(?:@\w+(?:\(\w+\))?|public|package|internal|private)\s+)*import\s+(.+?)\s*;?\s*$/#
        guard let path = code.firstMatch(of: line)?.output.1 else { return nil }
        let words = path.split(separator: " ")
        let isPart = words.count > 1 && words[0].wholeMatch(of: kinds) != nil
        let name = isPart ? words[1] : words.first ?? ""
        return name.split(separator: ".").first.map(String.init)
    }
}
