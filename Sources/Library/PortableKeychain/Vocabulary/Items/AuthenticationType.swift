/// The method by which an internet password is sent to the server: Apple's four characters
/// (`kSecAttrAuthenticationType…`).
///
/// Unknown values are kept.
public struct AuthenticationType: RawRepresentable, Hashable, Sendable {
    /// The four characters.
    public let rawValue: String

    /// Makes a type from its four characters, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }

    // Specification/item-semantics.md, 1.6.
    /// Windows NT LAN Manager, `kSecAttrAuthenticationTypeNTLM`.
    public static let ntlm = Self(rawValue: "ntlm")
    /// Microsoft Network, `kSecAttrAuthenticationTypeMSN`.
    public static let msn = Self(rawValue: "msna")
    /// Distributed Password Authentication, `kSecAttrAuthenticationTypeDPA`.
    public static let dpa = Self(rawValue: "dpaa")
    /// Remote Password Authentication, `kSecAttrAuthenticationTypeRPA`.
    public static let rpa = Self(rawValue: "rpaa")
    /// HTTP Basic (RFC 7617), `kSecAttrAuthenticationTypeHTTPBasic`.
    public static let httpBasic = Self(rawValue: "http")
    /// HTTP Digest (RFC 7616), `kSecAttrAuthenticationTypeHTTPDigest`.
    public static let httpDigest = Self(rawValue: "httd")
    /// A form on a web page, `kSecAttrAuthenticationTypeHTMLForm`.
    public static let htmlForm = Self(rawValue: "form")
    /// The default of the protocol, `kSecAttrAuthenticationTypeDefault`.
    public static let `default` = Self(rawValue: "dflt")

    /// Finds a type by its name for users, such as "http-basic".
    ///
    /// - Parameter name: The name in lower case.
    public init?(name: String) {
        guard let known = Self.byName.first(where: { $0.name == name }) else { return nil }
        self = known.value
    }

    /// The name for users; the four characters of an unknown type.
    public var name: String {
        Self.byName.first { $0.value == self }?.name ?? rawValue
    }

    private static let byName: [(name: String, value: Self)] = [
        ("ntlm", .ntlm), ("msn", .msn), ("dpa", .dpa), ("rpa", .rpa), ("http-basic", .httpBasic),
        ("http-digest", .httpDigest), ("html-form", .htmlForm), ("default", .default),
    ]
}
