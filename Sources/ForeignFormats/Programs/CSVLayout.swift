internal import PortableKeychain
package import SafeText

/// The columns of a program's CSV export, and their meanings.
package struct CSVLayout: Sendable {
    /// The meaning of a column.
    enum Role: Sendable {
        case title, address, addresses, account, password, notes, realm
        /// Not secret; stored in the comment under this name.
        case detail(String)
        /// Stored as a separate item under this name.
        case secret(String)
        /// Lines of "name: value", each stored as a separate item.
        case fields
        /// No information about the secret: identifiers and times of the other program.
        case ignored
    }

    package let format: ForeignFormat
    /// The columns that distinguish the layout from others, in lower case.
    let marks: Set<String>
    let roles: [String: Role]

    /// All layouts; the first one that matches is used.
    package static let all: [CSVLayout] = [
        CSVLayout(
            .bitwardenCSV,
            marks: ["type", "name", "login_uri", "login_username", "login_password"],
            [
                "folder": .detail("Folder"), "collections": .detail("Collection"),
                "favorite": .ignored, "type": .ignored, "reprompt": .ignored,
                "archiveddate": .ignored,
                "name": .title, "notes": .notes, "fields": .fields, "login_uri": .addresses,
                "login_username": .account, "login_password": .password,
                "login_totp": .secret(ForeignEntry.oneTimePassword),
            ]
        ),
        CSVLayout(
            .firefox,
            marks: ["url", "username", "password", "httprealm", "formactionorigin"],
            [
                "url": .address, "username": .account, "password": .password,
                "httprealm": .realm, "formactionorigin": .detail("Form"), "guid": .ignored,
                "timecreated": .ignored, "timelastused": .ignored,
                "timepasswordchanged": .ignored,
            ]
        ),
        CSVLayout(
            .onePasswordCSV,
            marks: ["title", "url", "username", "password", "otpauth", "favorite", "archived"],
            [
                "title": .title, "url": .address, "username": .account, "password": .password,
                "otpauth": .secret(ForeignEntry.oneTimePassword), "favorite": .ignored,
                "archived": .ignored, "tags": .detail("Tags"), "notes": .notes,
            ]
        ),
        CSVLayout(
            .apple,
            marks: ["title", "url", "username", "password"],
            [
                "title": .title, "url": .address, "username": .account, "password": .password,
                "notes": .notes, "otpauth": .secret(ForeignEntry.oneTimePassword),
            ]
        ),
        CSVLayout(
            .chrome,
            marks: ["name", "url", "username", "password"],
            [
                "name": .title, "url": .address, "username": .account, "password": .password,
                "note": .notes,
            ]
        ),
    ]

    private init(_ format: ForeignFormat, marks: Set<String>, _ roles: [String: Role]) {
        self.format = format
        self.marks = marks
        self.roles = roles
    }

    /// Finds the layout of a table.
    ///
    /// - Throws: ``FormatProblem`` if there is none, or the requested one does not match.
    package static func of(
        _ table: CSVTable,
        named format: ForeignFormat?
    ) throws(FormatProblem) -> CSVLayout {
        let names = Set(table.keys)
        guard names.count == table.header.count else {
            throw FormatProblem("the first line contains a column twice")
        }
        let fitting = all.first {
            (format == nil || $0.format == format) && $0.marks.isSubset(of: names)
        }
        guard let fitting else {
            throw FormatProblem(
                format.map { "the columns do not match \($0.rawValue)" }
                    ?? "the columns do not match any known program",
                advice: "the first line must contain title (or name), url, username and password"
            )
        }
        return fitting
    }

    /// The entries of all rows.
    ///
    /// - Throws: ``FormatProblem`` for a formula, unless they are allowed, and for too many items.
    package func store(
        _ table: CSVTable,
        allowingFormulas: Bool
    ) throws(FormatProblem) -> ForeignStore {
        var store = ForeignStore()
        for row in table.rows {
            try store.append(try entry(row, of: table, allowingFormulas: allowingFormulas))
        }
        return store
    }

    /// The entry of a row.
    ///
    /// - Throws: ``FormatProblem`` for a formula, unless they are allowed.
    package func entry(
        _ row: [SourceText],
        of table: CSVTable,
        allowingFormulas: Bool
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        for (index, value) in row.enumerated() {
            let name = table.header[index]
            // An unknown column may contain a secret, so it is stored as one.
            let role = roles[table.keys[index]] ?? .secret(name)
            guard allowingFormulas || !role.isForPeople || !Formula.isFormula(value.secret) else {
                throw FormatProblem(
                    "the column '\(name)' contains a spreadsheet formula, which may be an attack",
                    advice: "nothing was imported; check the file, or use --allow-formulas"
                )
            }
            switch role {
            case .title: entry.title = value.string
            case .address: entry.addAddress(value.string)
            case .addresses:
                for address in value.string.split(separator: ",") {
                    entry.addAddress(String(address))
                }
            case .account: entry.account = value.string
            case .password: entry.password = value.secret
            case .notes: entry.notes = value.secret
            case .realm: entry.realm = value.string
            case .detail(let name):
                let text = value.string
                if text != entry.address { entry.addDetail(name, text) }
            case .secret(let name): entry.addSecret(name, value.secret)
            case .fields: entry.addFields(value.secret)
            case .ignored: break
            }
        }
        return entry
    }
}

extension CSVLayout.Role {
    /// Whether the value is shown in spreadsheets and lists, unlike secrets.
    fileprivate var isForPeople: Bool {
        switch self {
        case .title, .address, .addresses, .account, .notes, .realm, .detail: true
        case .password, .secret, .fields, .ignored: false
        }
    }
}

extension ForeignEntry {
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
