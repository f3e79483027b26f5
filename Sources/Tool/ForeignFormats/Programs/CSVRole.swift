/// The meaning of a column of a CSV.
package enum CSVRole: Sendable {
    case title, address, addresses, account, password, notes, realm, kind
    /// A second name of the account, such as a mail address: the account if that is empty.
    case otherAccount(String)
    /// The program's place for the entry.
    case folder(FolderNotation)
    /// Tags with commas or semicolons between them.
    case tags
    /// A value that is not secret; stored in the comment under this name.
    case detail(String)
    /// Stored as a separate item under this name.
    case secret(String)
    /// Lines of "name: value", each stored as a separate item.
    case fields
    /// The time when the entry was created.
    case created(ForeignDate.Notation)
    /// No information about the secret: identifiers and times of the other program.
    case ignored

    /// The notation of nested folders by a program.
    package enum FolderNotation: Sendable {
        case slashes
        case backslashes
        /// A path with slashes; the first folder is the database itself.
        case inDatabase
    }

    /// The words with which users name a meaning.
    package static let words = [
        "title", "url", "account", "password", "notes", "otp", "realm", "folder", "tags",
        "comment", "secret", "ignore",
    ]

    /// The meaning that a user chose for a column; `nil` for another word.
    ///
    /// - Parameters:
    ///   - word: One of ``words``.
    ///   - column: The name of the column.
    package init?(_ word: String, for column: String) {
        switch word {
        case "title": self = .title
        case "url": self = .addresses
        case "account": self = .account
        case "password": self = .password
        case "notes": self = .notes
        case "otp": self = .secret(ForeignEntry.oneTimePassword)
        case "realm": self = .realm
        case "folder": self = .folder(.slashes)
        case "tags": self = .tags
        case "comment": self = .detail(column)
        case "secret": self = .secret(column)
        case "ignore": self = .ignored
        default: return nil
        }
    }

    /// Whether the value is shown in spreadsheets and lists, unlike secrets.
    var isForPeople: Bool {
        switch self {
        case .title, .address, .addresses, .account, .notes, .realm, .detail, .kind,
            .otherAccount, .folder, .tags:
            true
        case .password, .secret, .fields, .ignored, .created: false
        }
    }

    /// The word for a meaning that only one column can have.
    var onlyOnce: String? {
        switch self {
        case .title: "title"
        case .account: "account"
        case .password: "password"
        case .notes: "notes"
        case .realm: "realm"
        case .folder: "folder"
        default: nil
        }
    }

    /// Whether the column holds the secrets that an import is for.
    var isSecret: Bool {
        switch self {
        case .password, .secret, .fields, .notes: true
        default: false
        }
    }
}
