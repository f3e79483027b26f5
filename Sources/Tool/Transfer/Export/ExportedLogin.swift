internal import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// A login of an export with what belongs to it, or passkeys alone.
struct ExportedLogin {
    /// A further secret of a login, under the name of its item.
    struct Field {
        let name: String
        let value: SecretBytes
        /// Whether it is an attached file, which can be any bytes.
        let isFile: Bool
    }

    /// A passkey with its key.
    struct Passkey {
        let account: PasskeyAccount
        let key: KeyMaterial
    }

    /// The password; `nil` for passkeys alone.
    let place: ItemPlace?
    /// The identifier of the item, which stays the same in later exports.
    let identifier: [UInt8]
    let attributes: ItemAttributes
    let comment: CommentParts
    let title: String
    private(set) var fields: [Field] = []
    private(set) var passkeys: [Passkey] = []

    /// Makes the login of a password.
    ///
    /// - Parameters:
    ///   - place: The description of the item.
    ///   - item: The item.
    ///   - form: The format, which may take less of the comment apart.
    init(_ place: ItemPlace, of item: BackupItem, for form: ExportForm) {
        self.place = place
        attributes = item.attributes
        identifier = item.identifier
        comment = form.comment(of: place)
        title = place.title
    }

    /// Makes a login for passkeys of a site.
    init(passkeysOf site: String, _ item: BackupItem) {
        place = nil
        attributes = [:]
        identifier = item.identifier
        comment = CommentParts("")
        title = site
    }

    /// The folder of the login.
    var folder: String { comment.filing.folder }

    /// The comment that further items of the login have: its folder and its tags.
    var filing: String { comment.filing.lines.joined(separator: "\n") }

    /// The address of the site; empty for a login without one.
    var address: String {
        guard let place else { return "https://\(title)" }
        return place.address
    }

    mutating func add(_ passkey: Passkey) { passkeys.append(passkey) }

    mutating func add(_ field: Field) { fields.append(field) }

    /// Whether the item is a note without anything else, as an import makes it of an entry with notes
    /// alone.
    var isNote: Bool {
        guard let place, place.account.isEmpty, place.address.isEmpty else { return false }
        return attributes[.description] == .string("secure note") && comment.notes.isEmpty
            && fields.isEmpty && passkeys.isEmpty
    }

    /// The attributes for which other programs have no place, by the names of the tool's own JSON.
    var own: [(name: String, value: String)] {
        guard let place else { return [] }
        var own: [(String, String)] = []
        func add(_ key: AttributeKey) {
            guard case .string(let text) = attributes[key], !text.isEmpty else { return }
            own.append((AttributeName.of(key)?.name ?? "", text))
        }
        if place.service != title { add(.service) }
        if !isNote { add(.description) }
        add(.securityDomain)
        add(.authenticationType)
        // A path of git has no slash at its start.
        if case .string(let path) = attributes[.path],
            path.first.map({ !"/?#".contains($0) }) == true
        {
            own.append(("path", path))
        }
        return own
    }
}
