package import PortableKeychain

/// One entry of another program's store, as that program's format told it.
///
/// What may be secret is never a `String`; what names it and where it belongs is.
package struct ForeignEntry {
    /// A named value that is no secret.
    package struct Detail: Equatable {
        package var name: String
        package var value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// A named value that may be one.
    package struct Secret {
        package var name: String
        package var value: SecretBytes
    }

    package var title = ""
    /// The first address; further ones are details.
    package var address = ""
    package var account = ""
    package var password = SecretBytes([])
    package var notes = SecretBytes([])
    /// The realm of HTTP authentication.
    package var realm = ""
    /// What kind of item a person sees, where it is no login.
    package var kind = ""
    /// What is no secret and has no place of its own, such as a folder.
    package var details: [Detail] = []
    /// What may be a secret and has no place of its own: one-time password, PIN, further fields.
    package private(set) var secrets: [Secret] = []

    /// The name under which secrets of one-time passwords are kept.
    package static let oneTimePassword = "one-time password"

    package init(title: String = "") { self.title = title }

    /// Adds a detail, unless it says nothing.
    package mutating func addDetail(_ name: String, _ value: String) {
        if !value.isEmpty { details.append(Detail(name: name, value: value)) }
    }

    /// Adds a secret, unless it is empty; a second one of the same name gets a number.
    package mutating func addSecret(_ name: String, _ value: SecretBytes) {
        guard value.count > 0 else { return }
        let base = name.isEmpty ? "field" : name
        var free = base
        var number = 2
        while secrets.contains(where: { $0.name == free }) {
            free = "\(base) \(number)"
            number += 1
        }
        secrets.append(Secret(name: free, value: value))
    }

    /// Adds an address: the first is the entry's, others are details.
    mutating func addAddress(_ text: String) {
        guard !text.isEmpty, text != address else { return }
        if address.isEmpty { address = text } else { addDetail("URL", text) }
    }
}

/// What a file or a program of another keeper holds.
package struct ForeignStore {
    package var entries: [ForeignEntry] = []
    /// What the user should know, such as attachments that are not taken.
    package var remarks: [String] = []

    package init(entries: [ForeignEntry] = [], remarks: [String] = []) {
        self.entries = entries
        self.remarks = remarks
    }
}
