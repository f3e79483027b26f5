internal import ForeignCrypto
internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension BrowserService {
    /// The longest account and password that a page can have stored, in bytes.
    private static let longestAccount = 1024
    private static let longestPassword = 1 << 16
    private static let longestFolder = 256

    func save(_ message: JSONTree) throws -> [(String, JSON)] {
        let rules = surroundings.rules
        guard let origin = WebOrigin(message["url"].string, rules) else {
            throw BrowserFault.noAddress
        }
        let new = LoginStore.New(
            account: try text(message, "login", atMost: Self.longestAccount).string,
            password: try text(message, "password", atMost: Self.longestPassword).secret,
            comment: surroundings.tools.comment(try folder(message))
        )
        guard !new.password.isEmpty else { throw BrowserFault.emptyMessage }
        guard let keychain = try keychain(creates: true) else { throw BrowserFault.unknown }
        let store = LoginStore(keychain: keychain, rules: rules)
        if let login = try present(message["uuid"].string, new, at: origin, in: store) {
            try replace(login, by: new, at: origin, in: store)
        } else {
            try store.add(new, at: origin)
        }
        return [
            ("count", .string("1")), ("entries", .array([])), ("error", .string("success")),
            ("hash", .string(hash)),
        ]
    }

    /// The item that is saved: the one that the browser names, or the one of the same page and account.
    ///
    /// - Throws: ``BrowserFault/noItem`` for an item that the browser names and that is not for the page.
    private func present(
        _ uuid: String,
        _ new: LoginStore.New,
        at origin: WebOrigin,
        in store: LoginStore
    ) throws -> Login? {
        let own = try store.items(of: origin.host)
            .filter { $0.fits(origin, sentTo: origin, isHTTPAuth: false) }
        guard !uuid.isEmpty else { return own.first { $0.account == new.account } }
        if let named = own.first(where: { $0.uuid == uuid }) { return named }
        let records = BrowserRecords(store.keychain)
        guard let named = try store.item(uuid),
            named.fits(origin, sentTo: origin, isHTTPAuth: false),
            let host = WebHost(named.server, surroundings.rules),
            surroundings.rules.parents(of: origin.host).contains(host),
            try records.decision(.subdomain(page: origin.host.text, stored: host.text)) == true
        else { throw BrowserFault.noItem }
        return named
    }

    /// Replaces a password after the user agreed; nothing is asked if nothing changes.
    private func replace(
        _ login: Login,
        by new: LoginStore.New,
        at origin: WebOrigin,
        in store: LoginStore
    ) throws {
        if login.account == new.account,
            let secret = try store.secret(of: login.reference, .forbidden),
            secret.matches(new.password)
        {
            return
        }
        let question = BrowserQuestion.replace(account: login.account, site: origin.text)
        guard try agrees(to: question, nil) else { throw BrowserFault.denied }
        try store.change(login, to: new)
    }

    /// A member that must be a text, without control characters in what people see.
    private func text(
        _ message: JSONTree,
        _ member: String,
        atMost longest: Int
    ) throws(BrowserFault) -> (string: String, secret: SecretBytes) {
        guard case .text(let text) = message[member], text.length <= longest else {
            throw .emptyMessage
        }
        let secret = text.secret
        guard !secret.withUnsafeBytes({ $0.contains(0) }) else { throw .emptyMessage }
        guard member == "login" else { return ("", secret) }
        let string = text.string
        guard !string.unicodeScalars.contains(where: Escaping.isUnsafe) else {
            throw .emptyMessage
        }
        return (string, secret)
    }

    // MARK: Folders

    /// The folders of the keychain as the extension's groups: a tree, whose root is no folder.
    func groups() throws -> [(String, JSON)] {
        var folders: Set<[Substring]> = []
        if let store = try store() {
            for comment in try store.comments() {
                let parts = surroundings.tools.folder(comment).split(separator: "/")
                for count in parts.indices { folders.insert(Array(parts[...count])) }
            }
        }
        let root = Self.group("Keychain", path: "", Self.children(of: [], folders))
        return [
            ("groups", .object([("groups", .array([root]))])), ("defaultGroup", .string("")),
            ("defaultGroupAlwaysAllow", .bool(false)),
        ]
    }

    /// Names a folder: it is there when the first item is in it.
    func newGroup(_ message: JSONTree) throws -> [(String, JSON)] {
        let path = message["groupName"].string.split(separator: "/").joined(separator: "/")
        guard !path.isEmpty, Self.isFolder(path) else { throw BrowserFault.noGroup }
        newFolders[Self.identifier(of: path)] = path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return [("name", .string(name)), ("uuid", .string(Self.identifier(of: path)))]
    }

    /// The folder that a message names; empty for none.
    private func folder(_ message: JSONTree) throws -> String {
        let (name, uuid) = (message["group"].string, message["groupUuid"].string)
        guard !name.isEmpty, uuid != Self.identifier(of: "") else { return "" }
        if let path = newFolders[uuid] { return path }
        let known = try store()?.comments().map(surroundings.tools.folder) ?? []
        if let path = known.first(where: { Self.identifier(of: $0) == uuid }) { return path }
        guard Self.isFolder(name) else { throw BrowserFault.noGroup }
        return name
    }

    private static func isFolder(_ path: String) -> Bool {
        path.utf8.count <= longestFolder && !path.unicodeScalars.contains(where: Escaping.isUnsafe)
    }

    private static func children(of parent: [Substring], _ folders: Set<[Substring]>) -> [JSON] {
        folders.filter { $0.count == parent.count + 1 && $0.starts(with: parent) }
            .sorted { ($0.last ?? "") < ($1.last ?? "") }
            .map { path in
                group(
                    path.last.map(String.init) ?? "",
                    path: path.joined(separator: "/"),
                    children(of: path, folders)
                )
            }
    }

    private static func group(_ name: String, path: String, _ children: [JSON]) -> JSON {
        .object([
            ("name", .string(name)), ("uuid", .string(identifier(of: path))),
            ("children", .array(children)),
        ])
    }

    private static func identifier(of path: String) -> String {
        let digest = SecretDigest.sha256([SecretBytes(utf8: "folder \(path)")])
        return digest.withUnsafeBytes { String(ByteText.hexadecimal($0.prefix(16)).dropFirst(2)) }
    }
}

extension LoginStore {
    /// The comments of all passwords of websites.
    fileprivate func comments() throws(KeychainError) -> [String] {
        let search = ItemRequest(
            .copyMatching,
            itemClass: .internetPassword,
            attributes: [
                .accessGroup: .string(Self.group),
                .synchronizable: SynchronizationScope.any.value,
            ],
            limit: .all,
            returning: [.attributes, .persistentReference],
            interaction: .skip
        )
        return try keychain.answer(to: search)?.items.compactMap { Login($0)?.comment } ?? []
    }
}
