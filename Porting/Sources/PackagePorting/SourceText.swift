/// A Swift source as lines, and its form on Linux.
struct SourceText {
    private let bytes: [UInt8]
    private let code: [UInt8]
    /// The bytes of each line, without its line feed.
    private let ranges: [Range<Int>]
    /// Whether each line is compiled on Linux, as far as its conditions tell.
    let isCompiled: [Bool]
    /// The conditions without any branch that Linux compiles.
    let excludedBlocks: [ConditionalBlocks.Excluded]
    /// The lines that Linux compiles with each word, in order.
    let linesWithWord: [String: [Int]]

    init(_ text: String) { self.init(Array(text.utf8)) }

    init(_ text: [UInt8]) {
        let code = CodeMask.code(of: text)
        let ranges = Self.lines(of: text)
        var blocks = ConditionalBlocks()
        var isCompiled = [Bool](repeating: true, count: ranges.count)
        var words: [String: [Int]] = [:]
        for (line, range) in ranges.enumerated() {
            if Self.isDirective(code, range) {
                isCompiled[line] = blocks.read(CodeToken.all(in: code, range), at: line)
            } else {
                isCompiled[line] = blocks.isCompiled
            }
            guard isCompiled[line] else { continue }
            CodeToken.forEach(in: code, range) { word, _, isWord in
                guard isWord, words[word]?.last != line else { return }
                words[word, default: []].append(line)
            }
        }
        bytes = text
        self.code = code
        self.ranges = ranges
        self.isCompiled = isCompiled
        excludedBlocks = blocks.excluded
        linesWithWord = words
    }

    private static func lines(of text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        text.withUnsafeBufferPointer { text in
            var index = 0
            while index < text.count {
                if text[index] == UInt8(ascii: "\n") {
                    ranges.append(start..<index)
                    start = index + 1
                }
                index += 1
            }
        }
        return ranges + [start..<text.count]
    }

    private static func isDirective(_ code: [UInt8], _ range: Range<Int>) -> Bool {
        code[range].first { $0 > 0x20 } == UInt8(ascii: "#")
    }

    /// The number of lines.
    var count: Int { ranges.count }

    /// A line as it is written.
    func line(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

    /// All lines as they are written.
    var lines: [String] { ranges.indices.map(line) }

    /// The tokens of a line, without comments and contents of literals.
    func tokens(_ line: Int) -> [CodeToken] { CodeToken.all(in: code, ranges[line]) }

    /// The text between two tokens of a line, as it is written.
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// The start of a line.
    func start(of line: Int) -> Int { ranges[line].lowerBound }

    /// The lines that Linux compiles with one of the words, in order.
    func lines(with words: some Sequence<String>, prefixes: [String] = []) -> [Int] {
        var found = Set(words.flatMap { linesWithWord[$0] ?? [] })
        if !prefixes.isEmpty {
            for (word, lines) in linesWithWord where prefixes.contains(where: word.hasPrefix) {
                found.formUnion(lines)
            }
        }
        return found.sorted()
    }

    /// Whether Linux compiles a name of a framework.
    func usesOnLinux(_ vocabulary: Vocabulary) -> Bool {
        linesWithWord.keys.contains(where: vocabulary.contains)
    }

    /// The modules that Linux imports, with their lines.
    var imports: [(line: Int, module: String)] {
        (linesWithWord["import"] ?? []).compactMap { line in
            Self.importedModule(in: tokens(line)).map { (line, $0) }
        }
    }

    /// The lines that import a module on Linux.
    func imports(of module: String) -> [Int] { imports.filter { $0.module == module }.map(\.line) }

    /// The module that a line imports.
    static func importedModule(in tokens: [CodeToken]) -> String? {
        guard let place = tokens.firstIndex(where: { $0.text == "import" }),
            startsDeclaration(tokens[..<place]), place + 1 < tokens.count
        else { return nil }
        let rest = tokens[(place + 1)...]
        let isPart =
            rest.count > 1 && kinds.contains(rest[place + 1].text) && rest[place + 2].text != "."
        return isPart ? rest[place + 2].text : rest[place + 1].text
    }

    private static let kinds: Set<String> = [
        "struct", "class", "enum", "protocol", "typealias", "func", "let", "var",
    ]

    private static let modifiers: Set<String> = [
        "public", "open", "package", "internal", "fileprivate", "private", "static", "class",
        "final",
        "override", "dynamic", "convenience", "required", "weak", "lazy", "optional",
    ]

    /// Whether there are only modifiers and attributes, after which a declaration starts.
    static func startsDeclaration(_ tokens: ArraySlice<CodeToken>) -> Bool {
        var depth = 0
        for (index, token) in zip(tokens.indices, tokens) {
            switch token.text {
            case "("
            where depth > 0 || index > tokens.startIndex && tokens[index - 1].text.hasPrefix("@"):
                depth += 1
            case ")": depth -= 1
            case let text where depth == 0 && !modifiers.contains(text) && !text.hasPrefix("@"):
                return false
            default: break
            }
            if depth < 0 { return false }
        }
        return depth == 0
    }
}

extension String {
    /// The text without white space around it.
    var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
