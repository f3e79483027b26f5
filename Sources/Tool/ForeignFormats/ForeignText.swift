package import PortableKeychain
package import SafeText

/// Checks the text of imported files.
enum ForeignText {
    /// A name of a file for a message: its first 80 characters.
    static func beginning(of name: String) -> String {
        name.count > 80 ? "\(name.prefix(80))…" : name
    }

    /// The offset at which the text of a file begins: after a byte order mark, if there is one.
    ///
    /// - Throws: ``FormatProblem`` for bytes that are not UTF-8, and for zero bytes.
    static func start(of file: SecretBytes) throws(FormatProblem) -> Int {
        try file.withUnsafeBytes { bytes throws(FormatProblem) in
            let start = try start(of: bytes)
            try require(UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return start
        }
    }

    /// The offset at which text begins: after a byte order mark, if there is one.
    ///
    /// - Throws: ``FormatProblem`` for the mark of another encoding.
    static func start(of bytes: UnsafeRawBufferPointer) throws(FormatProblem) -> Int {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let rest = bytes[start...]
        if rest.starts(with: [0xFF, 0xFE]) || rest.starts(with: [0xFE, 0xFF]) {
            throw FormatProblem("the file is UTF-16; only UTF-8 is supported")
        }
        return start
    }

    /// Refuses bytes that are not UTF-8, and zero bytes.
    static func require(_ bytes: UnsafeRawBufferPointer) throws(FormatProblem) {
        guard !bytes.contains(0) else { throw FormatProblem("the file has a zero byte") }
        guard UTF8Text.isValid(bytes) else { throw FormatProblem("the file is not UTF-8 text") }
    }

    /// The lines of a file, without their line feeds and carriage returns; without an empty one at
    /// the end.
    ///
    /// - Throws: The same errors as ``start(of:)``.
    static func lines(of file: SecretBytes) throws(FormatProblem) -> [SecretBytes] {
        let start = try start(of: file)
        var lines = SecretText.lines(SecretText.part(of: file, start..<file.count))
            .map { line in
                let hasReturn = line.withUnsafeBytes { $0.last == UInt8(ascii: "\r") }
                return hasReturn ? SecretText.part(of: line, 0..<line.count - 1) : line
            }
        if lines.last?.count == 0 { lines.removeLast() }
        return lines
    }
}

extension JSONTree {
    /// Reads an imported file.
    ///
    /// - Throws: ``FormatProblem`` if the file is not JSON, or is nested too deeply.
    package init(file: SecretBytes) throws(FormatProblem) {
        let start = try ForeignText.start(of: file)
        do throws(Problem) {
            try self.init(file, from: start)
        } catch {
            throw FormatProblem(error)
        }
    }
}

extension JSONTree {
    /// The bytes of a text in Base64 with the alphabet of URLs; `nil` for anything else.
    var base64Bytes: [UInt8]? {
        guard case .text(let text) = self else { return nil }
        return Base64.decoded(text.secret, .urls)?.withUnsafeBytes { Array($0) }
    }

    /// All values with a text, within the limits of imports.
    func boundedLeaves() throws(FormatProblem) -> [Leaf] {
        do throws(Problem) {
            return try leaves(atMost: FormatLimits.entries, longest: FormatLimits.name)
        } catch {
            throw FormatProblem(error)
        }
    }
}

extension JSONTree {
    /// The text of a value, which stays in the file until it is extracted.
    var source: SourceText {
        switch self {
        case .text(let text), .number(let text): text
        case .null, .truth, .list, .object: SourceText(secret)
        }
    }
}

extension FormatProblem {
    /// The problem of a file that is JSON.
    init(_ problem: JSONTree.Problem) {
        switch problem {
        case .malformed: self.init("the file is not well-formed JSON")
        case .tooDeep:
            self.init("the JSON is nested more than \(JSONTree.deepest) levels deep")
        case .tooManyValues: self.init("the JSON has too many values")
        case .nameTooLong:
            self.init("the joined names of nested values have more than \(FormatLimits.name) bytes")
        }
    }
}
