internal import PortableKeychain
package import SafeText

/// Which columns a program's CSV has, and what they mean.
package struct CSVLayout: Sendable {
    /// What a column means.
    enum Role: Sendable {
        case title, address, addresses, account, password, notes, realm
        /// No secret; kept in the comment under this name.
        case detail(String)
        /// Kept as an item of its own under this name.
        case secret(String)
        /// Lines of "name: value", each kept as an item of its own.
        case fields
        /// Says nothing about the secret: identifiers and times of the other program.
        case ignored
    }

    package let format: ForeignFormat
    /// The columns that tell the layout from others, in small letters.
    let marks: Set<String>
    let roles: [String: Role]

    /// The layouts; the first that fits counts.
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
    /// - Throws: ``FormatProblem`` when there is none, or the one that was named does not fit.
    package static func of(
        _ table: CSVTable,
        named format: ForeignFormat?
    ) throws(FormatProblem) -> CSVLayout {
        let names = Set(table.header.map { $0.lowercased() })
        guard names.count == table.header.count else {
            throw FormatProblem("the first line names a column twice")
        }
        let fitting = all.first {
            (format == nil || $0.format == format) && $0.marks.isSubset(of: names)
        }
        guard let fitting else {
            throw FormatProblem(
                format.map { "the columns are not those of \($0.rawValue)" }
                    ?? "the columns are those of no program that is known",
                advice: "its first line must name title (or name), url, username and password"
            )
        }
        return fitting
    }

    /// The entry of a row.
    ///
    /// - Throws: ``FormatProblem`` for a formula, unless they are allowed.
    package func entry(
        _ header: [String],
        _ row: [SourceText],
        allowingFormulas: Bool
    ) throws(FormatProblem) -> ForeignEntry {
        var entry = ForeignEntry()
        for (name, value) in zip(header, row) {
            // A column that nobody knows may hold anything, so it is kept as a secret.
            let role = roles[name.lowercased()] ?? .secret(name)
            guard allowingFormulas || !role.isForPeople || !Formula.isFormula(value.secret) else {
                throw FormatProblem(
                    "the column '\(name)' holds a formula for spreadsheets, as in an attack",
                    advice: "nothing was imported; look at it, and give --allow-formulas if meant"
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
    /// Whether spreadsheets and lists show the value; secrets may begin with anything.
    fileprivate var isForPeople: Bool {
        switch self {
        case .title, .address, .addresses, .account, .notes, .realm, .detail: true
        case .password, .secret, .fields, .ignored: false
        }
    }
}

extension ForeignEntry {
    /// Adds lines of "name: value"; a line without a name goes on with the value before it.
    fileprivate mutating func addFields(_ text: SecretBytes) {
        var fields: [(name: String, pieces: [SecretText.Piece])] = []
        // Bitwarden ends fields with a newline alone, and values keep the returns they have.
        var isWithin = false
        for line in SecretText.lines(text) {
            let end = line.withUnsafeBytes { bytes in
                bytes.indices.first { bytes[$0...].starts(with: Array(": ".utf8)) }
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
