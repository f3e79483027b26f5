internal import ForeignFormats
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import KeychainEssentials

/// An item of the Credential Exchange Format: a login with what belongs to it, or passkeys alone.
struct ExchangeItem {
    /// The password; `nil` for passkeys alone.
    let place: ItemPlace?
    /// The identifier in Base64, which stays the same in later exports.
    let identifier: String
    private let attributes: ItemAttributes
    private var comment: CommentParts
    private var addresses: [String] = []
    private let title: String
    /// Other secrets of the same login, under the names of their items.
    private var fields: [(name: String, value: SecretBytes)] = []
    private var passkeys: [JSON] = []

    /// Makes the item of a password.
    init(_ place: ItemPlace, of item: BackupItem) {
        self.place = place
        attributes = item.attributes
        identifier = Self.text(item.identifier)
        comment = CommentParts(place.comment)
        title = place.title
        if !place.address.isEmpty { addresses = [place.address] + comment.takeAddresses() }
    }

    /// Makes an item for passkeys of a site.
    init(passkeysOf site: String, _ item: BackupItem) {
        place = nil
        attributes = [:]
        identifier = Self.text(item.identifier)
        comment = CommentParts("")
        title = site
        addresses = ["https://\(site)"]
    }

    /// The folder of the item.
    var folder: String { comment.filing.folder }

    /// The comment that further items of the login have: its folder and its tags.
    var filing: String { comment.filing.lines.joined(separator: "\n") }

    mutating func add(_ passkey: JSON) { passkeys.append(passkey) }

    mutating func add(_ name: String, _ value: SecretBytes) { fields.append((name, value)) }

    /// An identifier of some bytes.
    static func identifier(_ bytes: [UInt8]) -> JSON { .string(text(bytes)) }

    private static func text(_ bytes: [UInt8]) -> String {
        SecretText.copy(Base64.encoded(SecretBytes(bytes), .urls)) ?? ""
    }

    /// The item as it is written.
    var json: JSON {
        var members: [(String, JSON)] = [("id", .string(identifier))]
        for (name, key) in [
            ("creationAt", AttributeKey.creationDate), ("modifiedAt", .modificationDate),
        ] {
            if case .date(let date) = attributes[key], date.timeIntervalSince1970 >= 0 {
                members.append((name, .number(Int64(date.timeIntervalSince1970))))
            }
        }
        members.append(("title", .string(title)))
        if !addresses.isEmpty {
            members.append(
                (
                    "scope",
                    .object([
                        ("urls", .array(addresses.map(JSON.string))), ("androidApps", .array([])),
                    ])
                )
            )
        }
        members.append(("credentials", .array(credentials)))
        let tags = comment.filing.tags
        if !tags.isEmpty { members.append(("tags", .array(tags.map(JSON.string)))) }
        let own = own
        if !own.isEmpty {
            let name = ("name", JSON.string(CredentialExchange.extensionName))
            members.append(("extensions", .array([.object([name] + own)])))
        }
        return .object(members)
    }

    private var credentials: [JSON] {
        var codes: [JSON] = []
        var hidden = fields
        for (index, field) in hidden.enumerated().reversed()
        where field.name == ForeignEntry.oneTimePassword {
            guard let code = Self.code(field.value) else { continue }
            codes.append(code)
            hidden.remove(at: index)
        }
        var all = login + codes.reversed()
        if !isNote, !comment.notes.isEmpty { all.append(Self.note(.string(comment.notes))) }
        let open = comment.details.map { Self.field($0.name, "string", .string($0.value)) }
        let further =
            open + hidden.map { Self.field($0.name, "concealed-string", .secret($0.value)) }
        if !further.isEmpty {
            all.append(.object([("type", .string("custom-fields")), ("fields", .array(further))]))
        }
        return all + passkeys
    }

    /// The login, or the note that is stored as a password.
    private var login: [JSON] {
        guard let place, let secret = place.secret else { return [] }
        if isNote { return [Self.note(.secret(secret))] }
        var members: [(String, JSON)] = [("type", .string("basic-auth"))]
        if !place.account.isEmpty {
            members.append(("username", Self.field("", "string", .string(place.account))))
        }
        if secret.count > 0 {
            members.append(("password", Self.field("", "concealed-string", .secret(secret))))
        }
        return members.count > 1 ? [.object(members)] : []
    }

    /// Whether the item is a note without anything else, as an import makes it of an entry with notes
    /// alone.
    private var isNote: Bool {
        guard let place, place.account.isEmpty, place.address.isEmpty else { return false }
        return attributes[.description] == .string("secure note") && comment.notes.isEmpty
            && fields.isEmpty && passkeys.isEmpty
    }

    /// The attributes for which the format has no members, by the names of the tool's own JSON.
    private var own: [(String, JSON)] {
        guard let place else { return [] }
        var own: [(String, JSON)] = []
        func add(_ key: AttributeKey) {
            guard case .string(let text) = attributes[key], !text.isEmpty else { return }
            own.append((AttributeName.of(key)?.name ?? "", .string(text)))
        }
        if place.service != title { add(.service) }
        if !isNote { add(.description) }
        add(.securityDomain)
        add(.authenticationType)
        // A path of git has no slash at its start.
        if case .string(let path) = attributes[.path],
            path.first.map({ !"/?#".contains($0) }) == true
        {
            own.append(("path", .string(path)))
        }
        if !place.address.isEmpty { own.append(("server", .bool(true))) }
        return own
    }

    private static func note(_ text: JSON) -> JSON {
        .object([("type", .string("note")), ("content", field("", "string", text))])
    }

    private static func field(_ label: String, _ type: String, _ value: JSON) -> JSON {
        .object(
            [("fieldType", .string(type)), ("value", value)]
                + (label.isEmpty ? [] : [("label", .string(label))])
        )
    }

    /// The credential of codes that depend on the time; `nil` for others, and for other texts.
    private static func code(_ text: SecretBytes) -> JSON? {
        guard let address = try? OneTimeAddress(text), case .time(let period) = address.key.moving
        else { return nil }
        var members: [(String, JSON)] = [
            ("type", .string("totp")), ("secret", .secret(Base32.encoded(address.key.secret))),
            ("period", .number(Int64(period))), ("digits", .number(Int64(address.key.digits))),
        ]
        if !address.account.isEmpty { members.append(("username", .string(address.account))) }
        members.append(("algorithm", .string(address.key.algorithm.rawValue.lowercased())))
        if !address.issuer.isEmpty { members.append(("issuer", .string(address.issuer))) }
        return .object(members)
    }
}
