internal import PortableKeychain

/// One entry of another program's store, as that program's format told it.
struct ForeignEntry: Equatable {
    /// A named value.
    struct Field: Equatable {
        var name: String
        var value: String
    }

    var title = ""
    /// The first address; further ones are details.
    var address = ""
    var account = ""
    var password = ""
    var notes = ""
    /// The realm of HTTP authentication.
    var realm = ""
    /// What kind of item a person sees, where it is no login.
    var kind = ""
    /// What is no secret and has no place of its own, such as a folder.
    var details: [Field] = []
    /// What may be a secret and has no place of its own: one-time password, PIN, further fields.
    var secrets: [Field] = []

    /// The name under which secrets of one-time passwords are kept.
    static let oneTimePassword = "one-time password"

    /// Adds a detail, unless it says nothing.
    mutating func addDetail(_ name: String, _ value: String) {
        if !value.isEmpty { details.append(Field(name: name, value: value)) }
    }

    /// Adds a secret, unless it is empty; a second one of the same name gets a number.
    mutating func addSecret(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        let base = name.isEmpty ? "field" : name
        var free = base
        var number = 2
        while secrets.contains(where: { $0.name == free }) {
            free = "\(base) \(number)"
            number += 1
        }
        secrets.append(Field(name: free, value: value))
    }

    /// Adds an address: the first is the entry's, others are details.
    mutating func addAddress(_ text: String) {
        guard !text.isEmpty, text != address else { return }
        if address.isEmpty { address = text } else { addDetail("URL", text) }
    }
}

/// What a file or a program of another keeper holds.
struct ForeignStore {
    var entries: [ForeignEntry] = []
    /// Items that come as they are, from this tool's own form.
    var items: [NewItem] = []
    /// Keys and certificates.
    var objects: [ItemRequest] = []
    /// What the user should know, such as attachments that are not taken.
    var remarks: [String] = []
}
