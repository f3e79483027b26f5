internal import PortableKeychain
package import SafeText

/// The columns of a program's CSV export, and their meanings.
package struct CSVLayout: Sendable {
    /// The program; `nil` if the user named the columns.
    package let format: ForeignFormat?
    /// The columns that distinguish the layout from others, in lower case.
    let marks: Set<String>
    private var roles: [String: CSVRole]

    init(_ format: ForeignFormat?, marks: Set<String>, _ roles: [String: CSVRole]) {
        self.format = format
        self.marks = marks
        self.roles = roles
    }

    /// Finds the layout of a table.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - format: The program; `nil` to find it by the columns.
    ///   - rules: The user's choices about columns, which override the known ones.
    /// - Returns: The layout.
    /// - Throws: ``FormatProblem`` if there is none, the requested one does not match, or a column
    ///   with values has no meaning.
    package static func of(
        _ table: CSVTable,
        named format: ForeignFormat?,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> CSVLayout {
        try of(table, known: all, named: format, rules)
    }

    private static func of(
        _ table: CSVTable,
        known: [CSVLayout],
        named format: ForeignFormat? = nil,
        _ rules: ReadingRules
    ) throws(FormatProblem) -> CSVLayout {
        let names = Set(table.keys)
        guard names.count == table.header.count else {
            throw FormatProblem("the first line contains a column twice")
        }
        let fitting = known.first {
            (format == nil || $0.format == format) && $0.marks.isSubset(of: names)
        }
        guard var layout = fitting ?? (format == nil ? own(rules) : nil) else {
            throw FormatProblem(
                format.map { "the columns do not match \($0.rawValue)" }
                    ?? "the columns do not match any known program",
                advice: "the first line must contain title (or name), url, username and password; "
                    + "or say what each column is, as in --column login=account"
            )
        }
        for (name, role) in rules.columns {
            guard names.contains(name.lowercased()) else {
                throw FormatProblem(
                    "there is no column '\(name)'",
                    advice: "the columns are: \(list(table.header))"
                )
            }
            layout.roles[name.lowercased()] = role
        }
        try layout.requireMeaning(of: table)
        try layout.refuseRepetition(in: table)
        return layout
    }

    /// The entries of JSON that no known program writes: the user says the meaning of each member.
    ///
    /// - Parameters:
    ///   - tree: A list of objects, or an object with one such list.
    ///   - rules: The user's choices about members.
    /// - Returns: The entries.
    /// - Throws: ``FormatProblem`` that names the members without a known meaning.
    package static func store(
        _ tree: JSONTree,
        _ rules: ReadingRules
    ) throws(FormatProblem) -> ForeignStore {
        guard let objects = tree.onlyList else {
            throw FormatProblem(
                "no known program writes such JSON",
                advice: "export it again in a form that 'keychainctl import --help' lists"
            )
        }
        let table = try CSVTable(objects)
        guard own(rules) != nil else {
            throw FormatProblem(
                "no known program writes such JSON; its members are: \(list(table.header))",
                advice: "name what each member is, as in --column password=password"
            )
        }
        return try of(table, known: [], rules).store(table, rules)
    }

    /// A layout with only the columns that the user named.
    private static func own(_ rules: ReadingRules) -> CSVLayout? {
        rules.columns.contains { $0.role.isSecret } ? CSVLayout(nil, marks: [], [:]) : nil
    }

    /// Refuses columns for which it is not known whether they are secret; empty ones do not matter.
    private func requireMeaning(of table: CSVTable) throws(FormatProblem) {
        let unknown = table.header.indices.filter { index in
            roles[table.keys[index]] == nil && table.isFilled[index]
        }
        guard let first = unknown.first else { return }
        let names = unknown.map { table.header[$0] }
        throw FormatProblem(
            "the meaning of \(names.count == 1 ? "a column" : "some columns") is not known: "
                + Self.list(names),
            advice: "nothing was imported; name it for each, as in --column '\(table.header[first])"
                + "=secret' (\(CSVRole.words.joined(separator: ", ")))"
        )
    }

    /// Refuses two columns with one meaning, of which only one could be kept.
    private func refuseRepetition(in table: CSVTable) throws(FormatProblem) {
        var seen: Set<String> = []
        for key in table.keys {
            guard let word = roles[key]?.onlyOnce, !seen.insert(word).inserted else { continue }
            throw FormatProblem(
                "two columns are '\(word)'",
                advice: "nothing was imported; make one of them a comment or a secret with --column"
            )
        }
    }

    private static func list(_ names: [String]) -> String {
        let shown = names.prefix(10).map { "'\($0)'" }.joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }

    /// The entries of all rows of a table, or of a part of one.
    ///
    /// - Throws: ``FormatProblem`` for too many items, and unless bad entries are left out for a
    ///   formula, for an impossible port, and for a line with a different number of fields.
    package func store(
        _ table: CSVTable,
        _ rules: ReadingRules = ReadingRules()
    ) throws(FormatProblem) -> ForeignStore {
        var store = ForeignStore(leavingOutBad: rules.leavesOutBad)
        for problem in table.misshapen { try store.omit(problem) }
        let columns = table.keys.map { roles[$0] ?? .ignored }
        let titles = columns.firstIndex { if case .title = $0 { true } else { false } }
        for row in table.rows {
            let title = titles.map { row.fields[$0].string } ?? ""
            try store.append(at: "\(table.unit) \(row.line)", titled: title) {
                () throws(FormatProblem) in
                if !rules.allowsFormulas { try Self.refuseFormulas(row, columns, table.header) }
                return try Self.entry(row, columns)
            }
        }
        return store
    }

    private static func refuseFormulas(
        _ row: CSVTable.Row,
        _ columns: [CSVRole],
        _ names: [String]
    ) throws(FormatProblem) {
        for (index, value) in row.fields.enumerated()
        where columns[index].isForPeople && Formula.isFormula(value.secret) {
            throw FormatProblem(
                "the column '\(names[index])' contains a spreadsheet formula, "
                    + "which may be an attack",
                advice: "nothing was imported; check the file, or use --allow-formulas"
            )
        }
    }

    private static func entry(
        _ row: CSVTable.Row,
        _ columns: [CSVRole]
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        for (role, value) in zip(columns, row.fields) where !value.isEmpty {
            switch role {
            case .title: entry.title = value.string
            case .address: try entry.addAddress(value.string)
            case .addresses:
                for address in value.string.split(separator: ",") {
                    try entry.addAddress(String(address.drop { $0 == " " }))
                }
            case .account: entry.account = value.string
            case .password: entry.password = value.secret
            case .notes: entry.notes = value.secret
            case .realm: entry.realm = value.string
            case .kind: entry.kind = value.string == "login" ? "" : value.string
            case .detail(let name):
                let text = value.string
                if text != entry.address { entry.addDetail(name, text) }
            case .otherAccount(let name): entry.addDetail(name, value.string)
            case .folder(let notation): entry.setFolder(value.string, notation)
            case .tags: entry.addTags(value.string)
            case .secret(let name): entry.addSecret(name, value.secret)
            case .fields: entry.addFields(value.secret)
            case .created(let notation):
                entry.created = ForeignDate.parse(value.string, notation)
            case .ignored: break
            }
        }
        entry.chooseAccount(zip(columns, row.fields))
        entry.dropPlaceholder()
        return entry
    }
}

extension JSONTree {
    /// The objects of the only list of objects in it; `nil` if there is none, or several.
    fileprivate var onlyList: [JSONTree]? {
        let lists: [JSONTree]
        switch self {
        case .list: lists = [self]
        case .object(let members): lists = Array(members.values)
        default: lists = []
        }
        let found = lists.map(\.elements).filter { elements in
            !elements.isEmpty
                && elements.allSatisfy { if case .object = $0 { true } else { false } }
        }
        return found.count == 1 ? found.first : nil
    }
}

extension ForeignEntry {
    fileprivate mutating func setFolder(_ text: String, _ notation: CSVRole.FolderNotation) {
        switch notation {
        case .slashes: setFolder(text)
        case .backslashes: setFolder(text, separatedBy: "\\")
        case .inDatabase:
            setFolder(text.split(separator: "/").dropFirst().joined(separator: "/"))
        }
    }

    /// LastPass writes this address for notes, which have none.
    private static let noAddress = "http://sn"

    fileprivate mutating func dropPlaceholder() {
        if address == Self.noAddress { address = "" }
    }

    /// Takes another name of the account if the account itself is empty.
    fileprivate mutating func chooseAccount(
        _ values: Zip2Sequence<[CSVRole], [SourceText]>
    ) {
        guard account.isEmpty else { return }
        for (role, value) in values where !value.isEmpty {
            guard case .otherAccount(let name) = role else { continue }
            account = value.string
            removeDetail(name)
            return
        }
    }

    /// Adds lines of "name: value"; a line without a name continues the value before it.
    fileprivate mutating func addFields(_ text: SecretBytes) {
        var fields: [(name: String, pieces: [SecretText.Piece])] = []
        // Bitwarden ends fields with a single newline, so carriage returns belong to values.
        var isWithin = false
        for line in SecretText.lines(text) {
            let end = line.withUnsafeBytes { bytes in
                bytes.indices.dropLast().first {
                    bytes[$0] == UInt8(ascii: ":") && bytes[$0 + 1] == UInt8(ascii: " ")
                }
            }
            defer { isWithin = line.withUnsafeBytes { $0.last == UInt8(ascii: "\r") } }
            if !isWithin, let end, let name = SecretText.copy(SecretText.part(of: line, 0..<end)) {
                fields.append((name, [.secret(SecretText.part(of: line, end + 2..<line.count))]))
            } else if fields.isEmpty {
                fields.append(("field", [.secret(line)]))
            } else {
                fields[fields.count - 1].pieces += [.text("\n"), .secret(line)]
            }
        }
        for field in fields { addSecret(field.name, SecretText.joined(field.pieces)) }
    }
}
