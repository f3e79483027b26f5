package import PortableKeychain

/// One entry of another program's store, independent of that program's format.
///
/// The parsers of this module create entries; the module `Transfer` converts them to items.
/// Values that may be secret are never a `String`; names and addresses are.
package struct ForeignEntry {
    /// A named value that is not secret.
    package struct Detail: Equatable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A named value that may be secret.
    package struct Secret {
        package var name: String
        package var value: SecretBytes
    }

    package var title = ""
    /// The first address; additional ones are details.
    package var address = ""
    package var account = ""
    package var password = SecretBytes([])
    package var notes = SecretBytes([])
    /// The realm of HTTP authentication.
    package var realm = ""
    /// The kind of entry, for people; empty for a login.
    package var kind = ""
    /// Non-secret values without a dedicated attribute, such as a folder name.
    package var details: [Detail] = []
    /// Possibly secret values without a dedicated attribute: one-time password, PIN, more fields.
    package private(set) var secrets: [Secret] = []
    /// The names of all secrets, each with the number at which a search for a free name goes on.
    private var numbers: [String: Int] = [:]

    /// The name for secrets of one-time passwords.
    package static let oneTimePassword = "one-time password"

    package init(title: String = "") { self.title = title }

    /// Adds a detail, unless it is empty.
    package mutating func addDetail(_ name: String, _ value: String) {
        if !value.isEmpty { details.append(Detail(name: name, value: value)) }
    }

    /// Adds a secret, unless it is empty; a second one with the same name gets a number.
    package mutating func addSecret(_ name: String, _ value: SecretBytes) {
        guard value.count > 0 else { return }
        let base = name.isEmpty ? "field" : name
        var free = base
        // A number that is taken stays taken, so the search goes on where the last one ended.
        if var number = numbers[base] {
            repeat {
                free = "\(base) \(number)"
                number += 1
            } while numbers[free] != nil
            numbers[base] = number
        }
        numbers[free] = 2
        secrets.append(Secret(name: free, value: value))
    }

    /// Adds an address: the first one becomes `address`, others become details.
    mutating func addAddress(_ text: String) {
        guard !text.isEmpty, text != address else { return }
        if address.isEmpty { address = text } else { addDetail("URL", text) }
    }
}

/// The entries of a file or of another password store, with notes for the user.
package struct ForeignStore {
    package private(set) var entries: [ForeignEntry] = []
    /// The number of items that the entries become at most.
    private var count = 0
    /// Notes for the user, for example about skipped attachments.
    package var remarks: [String] = []

    package init() {}

    /// Adds an entry.
    ///
    /// - Throws: ``FormatProblem`` if the entries become too many items.
    package mutating func append(_ entry: ForeignEntry) throws(FormatProblem) {
        count += 1 + entry.secrets.count
        guard count <= FormatLimits.entries else {
            throw FormatProblem("the file has more entries and fields than \(FormatLimits.entries)")
        }
        entries.append(entry)
    }
}
