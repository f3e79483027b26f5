import Foundation

/// A file of the repository, and its Swift code without comments and texts.
struct SourceFile: Sendable {
    /// The path from the root of the repository.
    let path: String
    let lines: [String]
    /// The lines with everything that is not code replaced by spaces.
    let code: [String]
    /// The lines with code: half of the lines are comments, in which to search takes seconds.
    private let written: [Int]
    /// The modules that are imported, with the lines.
    let imports: [(line: Int, module: String)]

    init(path: String, text: String) {
        self.path = path
        lines = text.components(separatedBy: "\n")
        let code =
            path.hasSuffix(".swift")
            ? CodeScanner.code(of: text).components(separatedBy: "\n") : lines
        self.code = code
        written = code.indices.filter { line in !code[line].utf8.allSatisfy { $0 == 0x20 } }
        imports = Self.imports(in: code)
    }

    /// The target of `Sources` to which the file belongs; `nil` for files elsewhere.
    var target: String? {
        let parts = path.split(separator: "/")
        return parts.count > 3 && parts[0] == "Sources" ? String(parts[2]) : nil
    }

    /// The subjects of the file according to its name: both parts of `Store+Reading.swift`.
    var concepts: [String] {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.prefix { $0 != "." }.split(separator: "+").map(String.init)
    }

    /// The lines of the code in which a pattern occurs.
    func places(of pattern: some RegexComponent) -> [Int] {
        written.filter { code[$0].contains(pattern) }
    }

    func isUnder(_ folders: [String]) -> Bool { folders.contains { path.hasPrefix($0) } }

    private static func imports(in code: [String]) -> [(line: Int, module: String)] {
        code.enumerated().compactMap { line, code in
            guard code.contains("import") else { return nil }
            let words = code.split(separator: " ")
            guard let place = words.firstIndex(of: "import"), place + 1 < words.count,
                words[..<place].allSatisfy({
                    $0.hasPrefix("@")
                        || ["public", "package", "internal", "private", "fileprivate"].contains($0)
                })
            else { return nil }
            let kinds = ["struct", "class", "enum", "protocol", "func", "typealias", "var", "let"]
            let name = kinds.contains(String(words[place + 1])) ? words.last : words[place + 1]
            return name.flatMap { $0.split(separator: ".").first }.map { (line, String($0)) }
        }
    }
}

/// A rule that is broken somewhere.
struct Violation: CustomStringConvertible {
    let path: String
    let line: Int
    let message: String

    init(_ file: SourceFile, line: Int, _ message: String) {
        path = file.path
        self.line = line + 1
        self.message = message
    }

    var description: String { "\(path):\(line): \(message)" }
}

/// The checked-out repository.
enum Repository {
    static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// All Swift files.
    static let swift: [SourceFile] = files(in: ["Sources", "Tests"], named: ".swift")

    /// The sources in C.
    static let inC: [SourceFile] = files(in: ["Sources"], named: ".c")

    /// The Swift files of the packages and programs beside this one, and the manifest.
    static let beside: [SourceFile] =
        files(in: ["Benchmarks", "Examples", "Fuzzing", "Porting", "Scripts"], named: ".swift")
        + [file("Package.swift")].compactMap { $0 }

    /// All documents of the specification.
    static let specification: [SourceFile] = files(in: ["Specification"], named: ".md")

    /// The documents in some folders.
    static func documents(in folders: [String]) -> [SourceFile] {
        files(in: folders, named: ".md")
    }

    static func file(_ path: String) -> SourceFile? {
        let text = try? String(contentsOf: root.appending(path: path), encoding: .utf8)
        return text.map { SourceFile(path: path, text: $0) }
    }

    private static func files(in folders: [String], named suffix: String) -> [SourceFile] {
        folders.flatMap { folder in
            let walk = FileManager.default.enumerator(atPath: root.appending(path: folder).path())
            var names: [String] = []
            while let name = walk?.nextObject() as? String {
                // The products of a build are not written by hand.
                if name.hasSuffix(".build") { walk?.skipDescendants() }
                if name.hasSuffix(suffix) { names.append(name) }
            }
            return names.sorted().compactMap { file("\(folder)/\($0)") }
        }
    }
}
