/// Puts code that Linux lacks behind conditions, in one source.
struct SourceRewrite {
    private(set) var lines: [String] = []
    /// The changes, with the lines of the new source.
    private(set) var done: [(line: Int, text: String)] = []
    /// The findings that cannot be changed safely.
    private(set) var left: [(line: Int, text: String)] = []

    /// Rewrites a source.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - included: Lines whose conditions were extended for Linux.
    ///   - ownModules: The modules that the package has itself.
    init(_ source: SourceText, included: Set<Int> = [], ownModules: Set<String> = []) {
        var edits: [Int: LineEdit] = [:]
        for rewrite in Rewrite.all {
            for line in source.lines(with: rewrite.words) where edits[line] == nil {
                edits[line] = rewrite.edit(
                    SourceLine(source: source, index: line, ownModules: ownModules)
                )
            }
        }
        let imports = AddedImport.all(of: source)
        for index in 0..<source.count {
            if included.contains(index) { done.append((lines.count, "Linux compiles this too")) }
            for new in imports where new.line == index && new.isBefore { add(new.edit) }
            if let edit = edits[index] { add(edit) } else { lines.append(source.line(index)) }
            for new in imports where new.line == index && !new.isBefore { add(new.edit) }
        }
    }

    private mutating func add(_ edit: LineEdit) {
        if let what = edit.done { done.append((lines.count, what)) }
        if let what = edit.left { left.append((lines.count, what)) }
        lines += edit.lines
    }
}

/// The changes of one line.
struct LineEdit {
    let lines: [String]
    /// The changes that were made, for people.
    var done: String?
    /// The changes that are left to a person.
    var left: String?
}

/// A line that is looked at, and the source around it.
struct SourceLine {
    let source: SourceText
    let index: Int
    var ownModules: Set<String> = []

    var text: String { source.line(index) }
    var tokens: [CodeToken] { source.tokens(index) }
    var indent: String { text.indent }
    /// Lines keep the carriage return that some files have.
    var end: String { text.lineEnd }

    /// The line with parts replaced that are given by their tokens, from left to right.
    func replacing(_ parts: [(range: Range<Int>, with: String)]) -> String {
        var bytes = Array(text.utf8)
        let start = source.start(of: index)
        for part in parts.reversed() {
            bytes.replaceSubrange(
                (part.range.lowerBound - start)..<(part.range.upperBound - start),
                with: part.with.utf8
            )
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Lines behind a condition.
    func wrapped(_ condition: String, _ inner: [String], rest: [String] = [], _ what: String)
        -> LineEdit
    {
        LineEdit(
            lines: ["\(indent)#if \(condition)\(end)"] + inner + ["\(indent)#endif\(end)"] + rest,
            done: what
        )
    }
}

extension String {
    /// The white space at its start.
    var indent: String { String(prefix { $0 == " " || $0 == "\t" }) }

    var lineEnd: String { utf8.last == UInt8(ascii: "\r") ? "\r" : "" }
}
