internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// The attributes that identify a credential for git: those of git-credential-osxkeychain, so that
/// each helper finds credentials that the other one stored.
struct GitAddress {
    let networkProtocol: NetworkProtocol
    let server: HostAndPort
    let path: String?
    let account: String?

    /// The address of a request; `nil` without a protocol and a host, or if the protocol has no
    /// four-character code.
    init?(_ request: GitRequest) {
        guard let scheme = request.scheme?.asciiLowercased, let server = request.server,
            let networkProtocol = Self.code(of: scheme)
        else { return nil }
        // Certificates have a path instead of a host; without both, everything would match.
        guard !server.host.isEmpty || request.path?.isEmpty == false else { return nil }
        self.networkProtocol = networkProtocol
        self.server = server
        path = request.path
        account = request.username
    }

    /// The attributes that an item must have to match.
    ///
    /// No port means the default port of the protocol, not any port: the password of one service on
    /// a host must not be sent to another service.
    var pattern: ItemAttributes {
        var pattern: ItemAttributes = [
            .networkProtocol: .string(networkProtocol.rawValue),
            .port: .number(Int64(server.port ?? 0)),
        ]
        if let path { pattern[.path] = .string(path) }
        if let account { pattern[.account] = .string(account) }
        return pattern
    }

    /// The attributes that identify the item of this address.
    var identity: ItemAttributes {
        var identity = pattern
        identity[.server] = .string(server.host)
        identity[.path] = .string(path ?? "")
        identity[.account] = .string(account ?? "")
        identity[.authenticationType] = .string(AuthenticationType.default.rawValue)
        return identity
    }

    /// The items for this address, the best first.
    ///
    /// The case of a host is ignored (RFC 3986, 3.2.2). Items that were stored manually, without an
    /// authentication type, also match.
    func matches(in store: HelperStore) throws(KeychainError) -> [ListedItem] {
        var exact = pattern
        exact[.server] = .string(server.host)
        var found = try store.find(.internetPassword, exact)
        if found.isEmpty {
            let host = server.host.asciiLowercased
            found = try store.find(.internetPassword, pattern, interaction: .skip)
                .filter { $0.text(.server).asciiLowercased == host }
        }
        return found.compactMap { item in rank(item).map { (rank: $0, item: item) } }
            .enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element.item)
    }

    /// The rank of an item, where lower is better; `nil` for an item of another kind, such as a
    /// form on a web page.
    private func rank(_ item: ListedItem) -> Int? {
        let types = [
            AuthenticationType.default.rawValue, "", AuthenticationType.httpBasic.rawValue,
        ]
        // An item for the whole host is better than one for a path that was not requested.
        let isElsewhere = item.text(.path) != path ?? ""
        return types.firstIndex(of: item.text(.authenticationType))
            .map { $0 + (isElsewhere ? types.count : 0) }
    }

    private static func code(of scheme: String) -> NetworkProtocol? {
        if let known = NetworkProtocol(name: scheme) { return known }
        // "cert", for the passphrases of client certificates, and other names of four letters.
        let isCode = scheme.utf8.count == 4 && scheme.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isCode ? NetworkProtocol(rawValue: scheme) : nil
    }
}
