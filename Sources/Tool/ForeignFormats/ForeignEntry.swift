package import PortableKeychain
internal import SafeText

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
        /// The kind of the secret, for users; the name if that says it.
        package var kind: String
    }

    package var title = ""
    /// The first address of a server; additional ones are details.
    package var address = ""
    /// Whether the address is that of a server even without a protocol and a dot.
    package var isServer = false
    /// The path that programs search for, if it is written otherwise than in ``address``: git's has
    /// no slash at its start.
    package var path: String?
    /// The name by which programs search for the secret, if it is not a server's.
    package var service = ""
    package var account = ""
    package var password = SecretBytes([])
    package var notes = SecretBytes([])
    /// The realm of HTTP authentication.
    package var realm = ""
    package var authenticationType: AuthenticationType?
    /// The kind of entry, for people; empty for a login.
    package var kind = ""
    /// The time when it was created, in seconds since 1970.
    package var created: Double?
    /// The other program's place for it: the names of folders with slashes between them.
    package private(set) var folder = ""
    /// The other program's further places for it.
    package private(set) var tags: [String] = []
    /// The same tags, for a file that has the same one many times.
    private var knownTags: Set<String> = []
    /// Non-secret values without a dedicated attribute, such as the number of a customer.
    package private(set) var details: [Detail] = []
    /// Possibly secret values without a dedicated attribute: one-time password, PIN, more fields.
    package private(set) var secrets: [Secret] = []
    /// The passkeys of the same login.
    package private(set) var passkeys: [ForeignPasskey] = []
    /// The parts of the entry that cannot be imported, each with its reason; the rest of it can.
    package private(set) var losses: [String] = []
    /// The names of all secrets, each with the number at which a search for a free name continues.
    private var numbers: [String: Int] = [:]

    /// The name for secrets of one-time passwords.
    package static let oneTimePassword = "one-time password"
    /// The kind of a secret that is an attached file, whose name is its own.
    package static let attachedFile = "attached file"

    package init(title: String = "") { self.title = title }

    /// Adds a detail, unless it is empty.
    package mutating func addDetail(_ name: String, _ value: String) {
        if !value.isEmpty { details.append(Detail(name: name, value: value)) }
    }

    /// Removes a detail that became an attribute.
    mutating func removeDetail(_ name: String) {
        if let index = details.firstIndex(where: { $0.name == name }) { details.remove(at: index) }
    }

    /// Says in which folder the entry is.
    ///
    /// - Parameters:
    ///   - path: The names of the folders.
    ///   - separator: The character that the other program writes between them.
    package mutating func setFolder(_ path: String, separatedBy separator: Character = "/") {
        let names = path.split { $0 == separator || $0.isNewline }
        folder = names.joined(separator: "/")
    }

    /// Adds a tag, unless the entry has it or it is empty.
    ///
    /// Commas separate tags where they are stored, so a tag has none.
    package mutating func addTag(_ text: String) {
        let words = text.split { $0.isWhitespace || $0 == "," }
        let tag = words.joined(separator: " ")
        if !tag.isEmpty, knownTags.insert(tag).inserted { tags.append(tag) }
    }

    /// Adds the tags of a text in which programs separate them by commas or semicolons.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - mark: A tag that the other program sets itself, and that says nothing here.
    package mutating func addTags(_ text: String, besides mark: String? = nil) {
        for tag in text.split(whereSeparator: { ",;".contains($0) }) where String(tag) != mark {
            addTag(String(tag))
        }
    }

    /// The number of bytes of folder and tags, which each item of the entry repeats.
    package var sizeOfFiling: Int {
        folder.utf8.count + tags.reduce(0) { $0 + $1.utf8.count + 2 }
    }

    /// Adds a secret, unless it is empty; a second one with the same name gets a number.
    package mutating func addSecret(_ name: String, _ value: SecretBytes, kind: String = "") {
        guard value.count > 0 else { return }
        let base = name.isEmpty ? "field" : name
        var free = base
        // A number that is taken stays taken, so the search continues where the last one ended.
        if var number = numbers[base] {
            repeat {
                free = "\(base) \(number)"
                number += 1
            } while numbers[free] != nil
            numbers[base] = number
        }
        numbers[free] = 2
        secrets.append(Secret(name: free, value: value, kind: kind.isEmpty ? free : kind))
    }

    /// Adds a passkey, or notes why it cannot be imported.
    mutating func addPasskey(_ parts: ForeignPasskey.Parts) {
        let site = ForeignText.beginning(of: parts.site)
        let name = site.isEmpty ? "its passkey" : "its passkey for \(site)"
        do throws(FormatProblem) {
            passkeys.append(try ForeignPasskey(parts))
        } catch {
            return addLoss("\(name): \(error.problem)")
        }
        if !parts.extensions.isEmpty {
            let names = parts.extensions.prefix(8).map(ForeignText.beginning)
            addLoss(
                "\(name) loses \(names.joined(separator: ", ")), by which a site may have encrypted data"
            )
        }
    }

    /// Notes what of the entry cannot be imported.
    mutating func addLoss(_ text: String) { losses.append(text) }

    /// Adds a named value: a secret only if the other program treats it as one.
    mutating func addField(_ name: String, _ value: SecretBytes, isSecret: Bool) {
        if !isSecret, let text = SecretText.copy(value) {
            addDetail(name.isEmpty ? "field" : name, text)
        } else {
            addSecret(name, value)
        }
    }

    /// Adds an address: the first one of a server becomes `address`, others become details.
    ///
    /// - Throws: ``FormatProblem`` for an address with an impossible port.
    mutating func addAddress(_ text: String) throws(FormatProblem) {
        guard !text.isEmpty, text != address else { return }
        let isServer = try ForeignAddress(text) != nil
        if address.isEmpty {
            address = text
        } else if isServer, try ForeignAddress(address) == nil {
            addDetail("URL", address)
            address = text
        } else {
            addDetail("URL", text)
        }
    }
}
