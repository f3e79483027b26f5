internal import KeychainEssentials
internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// An internet password as far as it matters for pages, without its secret.
struct Login {
    let attributes: ItemAttributes
    /// The persistent reference, by which the item is found again.
    let reference: [UInt8]

    /// An item that a search returned; `nil` for one that has no password on purpose.
    init?(_ item: ItemAnswer.Item) {
        guard let attributes = item.attributes, let reference = item.persistentReference else {
            return nil
        }
        (self.attributes, self.reference) = (attributes, reference)
        guard number(.isNegative) == 0 else { return nil }
    }

    var account: String { text(.account) }
    var server: String { text(.server) }
    /// The name that the extension shows.
    var name: String { text(.label).isEmpty ? server : text(.label) }
    /// The identifier for the extension: the persistent reference in hexadecimal digits.
    var uuid: String { String(ByteText.hexadecimal(reference).dropFirst(2)) }
    var comment: String { text(.comment) }

    /// The reference that an identifier stands for; `nil` for any other text.
    static func reference(_ uuid: String) -> [UInt8]? {
        let longest = 256
        guard !uuid.isEmpty, uuid.utf8.count <= longest else { return nil }
        return ByteText.parse("0x" + uuid)
    }

    /// Whether pages of an origin may have it, apart from its host: scheme, port and kind.
    ///
    /// - Parameters:
    ///   - origin: The origin of the page.
    ///   - target: The address to which the form sends its content.
    ///   - isHTTPAuth: Whether the browser itself asks, and no page.
    /// - Returns: Whether they may.
    func fits(_ origin: WebOrigin, sentTo target: WebOrigin, isHTTPAuth: Bool) -> Bool {
        let stored = port == 0 ? origin.scheme.port : UInt16(clamping: port)
        guard stored == origin.port, fitsScheme(origin), fitsScheme(target) else { return false }
        switch AuthenticationType(rawValue: text(.authenticationType)) {
        case .htmlForm: return !isHTTPAuth
        case .httpBasic, .httpDigest, .ntlm: return isHTTPAuth
        default: return true
        }
    }

    /// Whether its protocol allows a scheme: what was stored for an encrypted page is for no other, and what says
    /// nothing is for encrypted pages, and for this computer.
    private func fitsScheme(_ origin: WebOrigin) -> Bool {
        switch attributes[.networkProtocol] {
        case .string(NetworkProtocol.https.rawValue): origin.scheme == .https
        case .string(NetworkProtocol.http.rawValue): true
        case nil, .number(0): origin.scheme == .https || origin.host.isLocal
        default: false
        }
    }

    private var port: Int64 { number(.port) }

    /// The names under which one-time codes of the same account are stored: with port and path, and without.
    var places: [String] {
        let place = HostAndPort(
            host: server,
            port: UInt16(exactly: port).flatMap { $0 > 0 ? $0 : nil }
        )
        let path = text(.path)
        let start = path.first.map { "/?#".contains($0) } ?? true ? "" : "/"
        let whole = place.text + start + path
        return whole == server ? [server] : [whole, server]
    }

    /// Whether its path is where a page is.
    func isAt(_ path: String) -> Bool { !text(.path).isEmpty && path.hasPrefix(text(.path)) }

    var modified: Date {
        if case .date(let date) = attributes[.modificationDate] { date } else { .distantPast }
    }

    /// The attributes that a local item and its synchronized twin have in common.
    var identity: ItemAttributes {
        var identity = ItemAttributes()
        for key in Self.identifying { identity[key] = attributes[key] }
        return identity
    }

    private static let identifying: [AttributeKey] = [
        .account, .securityDomain, .server, .networkProtocol, .authenticationType, .port, .path,
        .accessGroup,
    ]

    private func text(_ key: AttributeKey) -> String {
        if case .string(let text) = attributes[key] { text } else { "" }
    }

    private func number(_ key: AttributeKey) -> Int64 {
        if case .number(let number) = attributes[key] { number } else { 0 }
    }
}
