internal import KeychainPasskeys
internal import PortableKeychain
internal import SafeText

extension BrowserService {
    /// The largest number of entries in an answer, and of their bytes: browsers read a megabyte, of which four
    /// bytes stand for three.
    private static let mostEntries = 100
    private static let mostBytes = 700_000

    /// The address of a page, and the address to which its form sends its content.
    private struct Page {
        let origin: WebOrigin
        let target: WebOrigin
        let isHTTPAuth: Bool

        init(_ message: JSONTree, _ rules: DomainRules) throws(BrowserFault) {
            guard let origin = WebOrigin(message["url"].string, rules) else { throw .noAddress }
            self.origin = origin
            isHTTPAuth = message["httpAuth"].string == "true"
            // Forms without an address, or with one that a script takes, stay in the page.
            target = WebOrigin(message["submitUrl"].string, rules) ?? origin
        }
    }

    func logins(_ message: JSONTree) throws -> [(String, JSON)] {
        let page = try Page(message, surroundings.rules)
        guard let store = try store() else { throw BrowserFault.noLogins }
        let found = try allowed(page, in: store)
        var (entries, bytes): ([JSON], Int) = ([], 0)
        for login in found.prefix(Self.mostEntries) {
            guard let entry = try entry(login, in: store) else { continue }
            bytes += entry.secretLine.count
            guard bytes <= Self.mostBytes else { break }
            entries.append(entry)
        }
        guard !entries.isEmpty else { throw BrowserFault.noLogins }
        return [
            ("count", .string(String(entries.count))), ("entries", .array(entries)),
            ("hash", .string(hash)), ("id", .string(message["id"].string)),
        ]
    }

    /// Counts the logins of a page without reading them or asking the user.
    func countLogins(_ message: JSONTree) throws -> [(String, JSON)] {
        let page = try Page(message, surroundings.rules)
        guard let store = try store() else { throw BrowserFault.noLogins }
        let count = try fitting(page, page.origin.host, in: store).count
        guard count > 0 else { throw BrowserFault.noLogins }
        return [("count", .string(String(count))), ("hash", .string(hash))]
    }

    func code(_ message: JSONTree) throws -> [(String, JSON)] {
        let kind = surroundings.tools.codeKind
        guard let store = try store(), let login = try store.item(message["uuid"].string),
            let reference = try store.code(of: login, kind: kind),
            let secret = try store.secret(of: reference, because: Self.reason(login)),
            let code = surroundings.tools.code(secret)
        else { throw BrowserFault.noItem }
        return [("totp", .secret(code))]
    }

    func store() throws(KeychainError) -> LoginStore? {
        try keychain().map { LoginStore(keychain: $0, rules: surroundings.rules) }
    }

    /// The logins that a page may have, after the user was asked where that is not clear.
    private func allowed(_ page: Page, in store: LoginStore) throws(KeychainError) -> [Login] {
        let records = BrowserRecords(store.keychain)
        var found = try fitting(page, page.origin.host, in: store)
        for host in surroundings.rules.parents(of: page.origin.host) {
            let others = try fitting(page, host, in: store)
            guard !others.isEmpty else { continue }
            let question = BrowserQuestion.subdomain(
                page: page.origin.host.text,
                stored: host.text
            )
            // A page that has logins of its own needs no others: the user is not asked for them.
            let isAllowed =
                found.isEmpty
                ? try agrees(to: question, records) : try records.decision(question) == true
            if isAllowed { found += others }
        }
        guard !found.isEmpty, try mayLeave(page, records) else { return [] }
        return found
    }

    /// Whether what is filled in may go where the form sends it.
    private func mayLeave(_ page: Page, _ records: BrowserRecords) throws(KeychainError) -> Bool {
        let rules = surroundings.rules
        guard rules.site(of: page.origin.host) != rules.site(of: page.target.host) else {
            return true
        }
        return try agrees(
            to: .form(page: page.origin.host.text, target: page.target.host.text),
            records
        )
    }

    /// The logins of a host that fit a page otherwise: where the page is first, then those that were changed last.
    private func fitting(
        _ page: Page,
        _ host: WebHost,
        in store: LoginStore
    ) throws(KeychainError) -> [Login] {
        try store.items(of: host)
            .filter { $0.fits(page.origin, sentTo: page.target, isHTTPAuth: page.isHTTPAuth) }
            .sorted { left, right in
                let places = [left, right].map { $0.isAt(page.origin.path) }
                return places[0] == places[1] ? left.modified > right.modified : places[0]
            }
    }

    private static func reason(_ login: Login) -> String {
        "The browser wants to fill in what is stored for \(login.server)."
    }

    /// A login as the extension takes it; `nil` if it cannot be read.
    private func entry(
        _ login: Login,
        in store: LoginStore
    ) throws(KeychainError) -> JSON? {
        let secret = try store.secret(of: login.reference, because: Self.reason(login))
        guard let secret else { return nil }
        var members: [(String, JSON)] = [
            ("login", .string(login.account)), ("name", .string(login.name)),
            ("password", .secret(secret)), ("uuid", .string(login.uuid)),
            ("group", .string(surroundings.tools.folder(login.comment))),
            ("stringFields", .array([])),
        ]
        // The user is not asked for a code that the page may not want; it asks again before it is filled in.
        if let reference = try store.code(of: login, kind: surroundings.tools.codeKind),
            let text = try store.secret(of: reference, .forbidden),
            let code = surroundings.tools.code(text)
        {
            members.append(("totp", .secret(code)))
        }
        return .object(members)
    }
}
