internal import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The items of an export in the Credential Exchange Format: each login with its one-time codes, its
/// further fields and its passkeys.
struct ExchangeLogins {
    private(set) var items: [ExchangeItem] = []
    /// The number of passwords that are not text.
    private(set) var omitted = 0

    /// A name and an account, by which items belong together.
    private struct Login: Hashable {
        var name: String
        var account: String
    }

    /// A place in the names of services where the name of a login may end.
    private struct Part {
        var login: Login
        var field: String
    }

    /// The servers of logins with one account, and where they are in ``items``.
    private var servers: [String: [(server: String, index: Int)]] = [:]
    /// The places in ``items`` of passkeys without a login.
    private var alone: [Login: Int] = [:]

    /// The number of colons in the name of a service that are tried.
    private static let mostMarks = 8

    init(_ passwords: [BackupItem]) {
        let placed = passwords.map { (item: $0, place: ItemPlace($0)) }
        let known = Set(placed.map { Login(name: $0.place.name, account: $0.place.account) })
        var parts: [(item: BackupItem, place: ItemPlace, part: Part)] = []
        var logins: [Login: Int] = [:]
        for (item, place) in placed {
            guard place.secret != nil else {
                omitted += 1
                continue
            }
            if let part = Self.part(item, place, known) {
                parts.append((item, place, part))
                continue
            }
            let login = Login(name: place.name, account: place.account)
            logins[login] = logins[login] ?? items.count
            append(item, place)
        }
        for (item, place, part) in parts {
            guard let secret = place.secret else { continue }
            // What the login would not give back stays an item of its own.
            if let index = logins[part.login], items[index].filing == place.comment,
                place.title == "\(items[index].place?.title ?? "") (\(part.field))"
                    || place.title == place.service
            {
                items[index].add(part.field, secret)
            } else {
                append(item, place)
            }
        }
    }

    /// Adds a passkey: to the login of its site that has the same account, if there is one.
    mutating func add(_ passkey: JSON, of account: PasskeyAccount, from item: BackupItem) {
        let site = account.relyingParty
        let login = servers[account.userName, default: []].first {
            $0.server == site || $0.server.hasSuffix("." + site)
        }
        let key = Login(name: site, account: account.userName)
        if let index = login?.index ?? alone[key] {
            items[index].add(passkey)
        } else {
            alone[key] = items.count
            var item = ExchangeItem(passkeysOf: site, item)
            item.add(passkey)
            items.append(item)
        }
    }

    private mutating func append(_ item: BackupItem, _ place: ItemPlace) {
        if case .string(let server) = item.attributes[.server] {
            servers[place.account, default: []].append((server, items.count))
        }
        items.append(ExchangeItem(place, of: item))
    }

    /// The login to which an item belongs, as `import` writes and reads it; `nil` if it stands alone.
    private static func part(_ item: BackupItem, _ place: ItemPlace, _ known: Set<Login>) -> Part? {
        guard item.itemClass == .genericPassword else { return nil }
        for mark in place.service.ranges(of: ": ").prefix(mostMarks) {
            let login = Login(
                name: String(place.service[..<mark.lowerBound]),
                account: place.account
            )
            let field = String(place.service[mark.upperBound...])
            let isField =
                field == ForeignEntry.oneTimePassword
                || item.attributes[.description] == .string(field)
            if !field.isEmpty, isField, known.contains(login) {
                return Part(login: login, field: field)
            }
        }
        return nil
    }
}
