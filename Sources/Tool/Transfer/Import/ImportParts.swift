internal import ForeignFormats
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// Parts of what an import reads, which come as often as they are needed.
///
/// A table, and the JSON of `keychainctl export`, can have any size: they are read again each time, and
/// have to be what they were. All other formats are in memory, and are one part.
package struct ImportParts {
    private enum Form {
        case whole(ImportContent)
        case table(CSVTable, CSVLayout, TextFile)
        case export(TextFile)
    }

    private let form: Form
    private let rules: ReadingRules
    /// The number of entries that can be left out.
    private let mostOmissions: Int
    /// The digest of the file, by which it is known to be the same.
    private var digest: Int?
    /// Notes for the user, for example about skipped attachments.
    package private(set) var remarks: [String] = []
    /// Entries and parts of entries that cannot be imported, each with its reason.
    package private(set) var omissions: [String] = []

    /// Takes what is in memory.
    init(_ content: ImportContent) {
        (form, rules, mostOmissions) = (.whole(content), ReadingRules(), FormatLimits.entries)
        (remarks, omissions) = (content.remarks, content.omissions)
    }

    /// Examines a CSV.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - format: The program that wrote it, if that is known.
    ///   - rules: The user's choices about its entries.
    ///   - limit: The number of entries that can be left out.
    /// - Throws: ``FormatProblem`` for the first thing that cannot be imported.
    init(
        table file: TextFile,
        named format: ForeignFormat?,
        _ rules: ReadingRules,
        leavingOutAtMost limit: Int = FormatLimits.entries
    ) throws {
        let table = try CSVTable(examining: file)
        let layout = try CSVLayout.of(table, named: format, rules)
        form = .table(table, layout, file)
        (self.rules, mostOmissions) = (rules, limit)
        // The table has no rows yet, only the lines that are none.
        omissions = try layout.store(table, rules).omissions
        try examine()
    }

    /// Examines an export of this tool.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - rules: The user's choices about its entries.
    ///   - limit: The number of entries that can be left out.
    /// - Throws: ``FormatProblem`` for the first thing that cannot be imported.
    init(
        export file: TextFile,
        _ rules: ReadingRules,
        leavingOutAtMost limit: Int = FormatLimits.entries
    ) throws {
        (form, self.rules, mostOmissions) = (.export(file), rules, limit)
        try examine()
    }

    private mutating func examine() throws {
        defer { Terminal.progress("") }
        var (count, left) = (0, omissions)
        digest = try read { part in
            left += part.omissions
            guard left.count <= mostOmissions else {
                let entries = counted(mostOmissions, "entry", "entries")
                throw FormatProblem("more than \(entries) cannot be imported")
            }
            count += part.items.count
            Terminal.progress("\(counted(count, "item")) read")
        }
        omissions = left
    }

    /// Calls a body with each part, from the first one on.
    ///
    /// - Throws: ``Failure`` if the file is not what it was, which can show only at its end; any error of
    ///   the body.
    package func forEach(_ body: (ImportContent) throws -> Void) throws {
        do {
            guard try read(body) == digest else { throw Self.hasChanged }
        } catch let problem as FormatProblem {
            throw Failure(problem)
        }
    }

    static let hasChanged = FormatProblem(
        "the file changed while it was read",
        advice: "nothing was imported; try again"
    )

    /// Reads all parts; returns the digest of the file.
    private func read(_ body: (ImportContent) throws -> Void) throws -> Int? {
        switch form {
        case .whole(let content):
            try body(content)
            return nil
        case .table(let table, let layout, let file):
            var lines = try CSVLines(table, file)
            while let part = try lines.next() { try body(ImportContent(layout.store(part, rules))) }
            return lines.digest
        case .export(let file):
            var reader = try KeychainExport.Reader(file, rules)
            while let part = try reader.next() { try body(part) }
            return reader.digest
        }
    }
}
