package import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension ForeignEntry {
    /// The items for an entry: the password, and a separate item for each additional secret.
    ///
    /// The first item is an internet password if the address has a server, otherwise a generic
    /// password. An additional secret is a generic password whose service is the website of the
    /// first item, a colon and the secret's name. Notes and details are the comment of the first
    /// item; if the entry has only notes, they are its secret. Folder and tags are in the comments of
    /// all items.
    package var items: [NewItem] {
        // A name that programs search for is kept as it is, even if it looks like an address.
        let parts = service.isEmpty ? try? ForeignAddress(address, isServer: isServer) : nil
        var entry = self
        if parts == nil, address != place(parts) { entry.addDetail("URL", address) }
        if parts?.namesUser == true {
            entry.addSecret("address", SecretBytes(utf8: address))
        }
        let place = place(parts)
        let first = entry.first(parts, place)
        return (first.map { [$0] } ?? []) + entry.secrets.map { entry.item(of: $0, place) }
    }

    /// The service of the first item, or the name of its website, in the services of others.
    private func place(_ parts: ForeignAddress?) -> String {
        guard let parts else {
            return [service, title, address].first { !$0.isEmpty } ?? "imported"
        }
        return ServerPlace(
            scheme: "",
            server: parts.server,
            port: parts.port,
            path: path ?? parts.path
        ).name
    }

    /// The number of bytes that the attributes of ``items`` have at most.
    ///
    /// Each additional secret repeats title, address and account.
    var sizeOfItems: Int {
        let shared = [title, address, path ?? "", service, account].reduce(0) { $0 + $1.utf8.count }
        let own = realm.utf8.count + notes.count
        let names = secrets.reduce(0) { $0 + $1.name.utf8.count }
        let details = details.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
        let filing = (sizeOfFiling + 32) * (1 + secrets.count)
        return shared * (2 + secrets.count) + own + 3 * names + details + filing
    }

    private func first(_ parts: ForeignAddress?, _ place: String) -> NewItem? {
        let isNote = password.count == 0 && account.isEmpty && notes.count > 0 && secrets.isEmpty
        let saysMore = !account.isEmpty || notes.count > 0 || !details.isEmpty
        guard password.count > 0 || saysMore || secrets.isEmpty else { return nil }
        guard !isPasskeyAlone else { return nil }
        var attributes: ItemAttributes = [
            .account: .string(account),
            .label: .string(title.isEmpty ? parts?.server ?? place : title),
        ]
        let comment = comment(with: isNote ? "" : SecretText.copy(notes) ?? "")
        if !comment.isEmpty { attributes[.comment] = .string(comment) }
        let kind = isNote && kind.isEmpty ? "secure note" : kind
        if !kind.isEmpty { attributes[.description] = .string(kind) }
        let secret = isNote ? notes : password
        guard let parts else {
            attributes[.service] = .string(place)
            return NewItem(
                itemClass: .genericPassword,
                attributes: attributes,
                secret: secret,
                created: created
            )
        }
        attributes[.server] = .string(parts.server)
        attributes[.networkProtocol] = parts.networkProtocol.map { .string($0.rawValue) }
        attributes[.port] = parts.port > 0 ? .number(parts.port) : nil
        let path = path ?? parts.path
        attributes[.path] = path.isEmpty ? nil : .string(path)
        attributes[.authenticationType] = authenticationType.map { .string($0.rawValue) }
        attributes[.securityDomain] = realm.isEmpty ? nil : .string(realm)
        return NewItem(
            itemClass: .internetPassword,
            attributes: attributes,
            secret: secret,
            created: created
        )
    }

    /// Whether the entry says nothing that its passkeys do not say.
    private var isPasskeyAlone: Bool {
        let isNamed = account.isEmpty || passkeys.contains { $0.account.userName == account }
        return !passkeys.isEmpty && isNamed && password.count == 0 && notes.count == 0
            && details.isEmpty && secrets.isEmpty && filing.lines.isEmpty
    }

    private func item(of field: Secret, _ place: String) -> NewItem {
        var attributes: ItemAttributes = [
            .service: .string("\(place): \(field.name)"),
            .account: .string(account),
            .label: .string("\(title.isEmpty ? place : title) (\(field.name))"),
            .description: .string(field.kind),
        ]
        let comment = filing.lines.joined(separator: "\n")
        if !comment.isEmpty { attributes[.comment] = .string(comment) }
        return NewItem(
            itemClass: .genericPassword,
            attributes: attributes,
            secret: field.value,
            created: created
        )
    }

    private var filing: ItemFiling { ItemFiling(folder: folder, tags: tags) }

    private func comment(with notes: String) -> String {
        let lines = (details.map { "\($0.name): \($0.value)" } + filing.lines)
            .joined(separator: "\n")
        return [notes, lines].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }
}
