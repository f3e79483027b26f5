internal import ForeignFormats
internal import KeychainPasskeys
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The items of an export for another program: each login with its one-time codes, its further fields
/// and its passkeys, and what stays out.
struct ExportedLogins {
    private(set) var items: [ExportedLogin] = []
    private(set) var leftOut = ItemsLeftOut()

    private let form: ExportForm

    /// A name and an account, by which items belong together.
    struct Login: Hashable {
        let name: [UInt8]
        let account: [UInt8]

        /// Of bytes: names that differ in their Unicode form are names of two logins.
        init(name: String, account: String) {
            (self.name, self.account) = (Array(name.utf8), Array(account.utf8))
        }
    }

    /// A place in the names of services where the name of a login may end.
    private struct Part {
        var login: Login
        var field: ExportedLogin.Field
    }

    /// The servers of logins with one account, and where they are in ``items``.
    private var servers: [String: [(server: String, index: Int)]] = [:]
    /// The places in ``items`` of passkeys without a login.
    private var alone: [Login: Int] = [:]

    /// The number of colons in the name of a service that are tried.
    private static let mostMarks = 8

    /// Sorts items.
    ///
    /// - Parameters:
    ///   - all: The items that may leave the device.
    ///   - form: The format for which they are.
    /// - Throws: ``KeychainError`` if the key of a passkey cannot be read.
    init(_ all: [BackupItem], for form: ExportForm) throws(KeychainError) {
        self.form = form
        let items = all.filter {
            !ListedItem(itemClass: $0.itemClass, attributes: $0.attributes).isInvisible
        }
        leftOut.hidden = all.count - items.count
        add(items.filter { [.genericPassword, .internetPassword].contains($0.itemClass) })
        for item in items where [.key, .certificate].contains(item.itemClass) {
            guard item.itemClass == .key, let account = PasskeyAccount(item.attributes) else {
                leftOut.unfit.append(item)
                continue
            }
            guard account.isBackupEligible else {
                leftOut.bound.append(item)
                continue
            }
            guard let key = KeychainExport.key(item) else {
                throw KeychainError(.undecodable, reason: "The payload is not a valid key.")
            }
            add(ExportedLogin.Passkey(account: account, key: key), from: item)
        }
    }

    private mutating func add(_ passwords: [BackupItem]) {
        let placed = passwords.map { (item: $0, place: ItemPlace($0)) }
        let known = Set(placed.map { Login(name: $0.place.name, account: $0.place.account) })
        var parts: [(item: BackupItem, place: ItemPlace, part: Part)] = []
        var logins: [Login: Int] = [:]
        for (item, place) in placed {
            if let part = part(item, place, known) {
                parts.append((item, place, part))
            } else if place.secret == nil {
                leftOut.unfit.append(item)
            } else {
                let login = Login(name: place.name, account: place.account)
                logins[login] = logins[login] ?? items.count
                append(item, place)
            }
        }
        for (item, place, part) in parts {
            // What the login would not give back stays an item of its own.
            if let index = logins[part.login], items[index].filing == place.comment,
                place.title == "\(items[index].place?.title ?? "") (\(part.field.name))"
                    || place.title == place.service,
                form.takes(part.field, items[index])
            {
                items[index].add(part.field)
            } else if place.secret == nil {
                leftOut.unfit.append(item)
            } else {
                append(item, place)
            }
        }
    }

    /// Adds a passkey: to the login of its site that has the same account, if there is one.
    private mutating func add(_ passkey: ExportedLogin.Passkey, from item: BackupItem) {
        let site = passkey.account.relyingParty
        let key = Login(name: site, account: passkey.account.userName)
        let login = servers[passkey.account.userName, default: []].first {
            $0.server == site || $0.server.hasSuffix("." + site)
        }
        if let index = login?.index ?? alone[key], form.takesPasskey(items[index]) {
            items[index].add(passkey)
        } else {
            alone[key] = items.count
            var item = ExportedLogin(passkeysOf: site, item)
            item.add(passkey)
            items.append(item)
        }
    }

    private mutating func append(_ item: BackupItem, _ place: ItemPlace) {
        if case .string(let server) = item.attributes[.server] {
            servers[place.account, default: []].append((server, items.count))
        }
        items.append(ExportedLogin(place, of: item, for: form))
    }

    /// The login to which an item belongs, as `import` writes and reads it; `nil` if it stands alone.
    private func part(_ item: BackupItem, _ place: ItemPlace, _ known: Set<Login>) -> Part? {
        guard item.itemClass == .genericPassword else { return nil }
        let kind = item.attributes[.description]
        let isFile = form.holdsFiles && kind == .string(ForeignEntry.attachedFile)
        guard let value = isFile ? place.payload : place.secret else { return nil }
        for mark in place.service.ranges(of: ": ").prefix(Self.mostMarks) {
            let login = Login(
                name: String(place.service[..<mark.lowerBound]),
                account: place.account
            )
            let name = String(place.service[mark.upperBound...])
            let isField =
                name == ForeignEntry.oneTimePassword || kind == .string(name) || isFile
            if !name.isEmpty, isField, known.contains(login) {
                let field = ExportedLogin.Field(name: name, value: value, isFile: isFile)
                return Part(login: login, field: field)
            }
        }
        return nil
    }
}
