/// A password for a server; unique by the account and all parts of the address.
///
/// Use it for the services that people log in to: web sites, mail servers, git and package servers.
/// The item is found by server, protocol, port, path and account, as git and browsers ask for it. A
/// part that you leave out when you store the item counts as empty; a part that you leave out in a
/// ``KeychainQuery`` matches all.
///
/// ```swift
/// let keychain = try Keychain.default
/// let login = InternetPassword(server: "git.example.com", account: "ann", networkProtocol: .https)
/// try keychain.set("s3cret", for: login)
/// let all = try keychain.items(matching: .internetPassword(server: "git.example.com"))
/// ```
///
/// For a secret without an address, use ``GenericPassword``.
public struct InternetPassword: PasswordItem {
    /// Apple's class of these items, `kSecClassInternetPassword`, which is the text `inet`.
    public static let itemClass = ItemClass.internetPassword

    /// All attributes by their Apple names.
    public var attributes: ItemAttributes

    /// Makes an item from attributes.
    public init(attributes: ItemAttributes) { self.attributes = attributes }

    /// Describes an item to store.
    ///
    /// - Parameters:
    ///   - server: The name or address of the host.
    ///   - account: The account that the password belongs to.
    ///   - networkProtocol: The protocol, such as ``NetworkProtocol/https``.
    ///   - port: The port, 1 to 65,535; `nil` for the protocol's default.
    ///   - path: The path on the server.
    ///   - label: The name that lists show to a user.
    ///   - accessibility: The condition under which the item can be read;
    ///     ``Accessibility/whenUnlocked`` by default.
    ///   - accessGroup: The group of programs that share the item; the caller's first group by
    ///     default.
    public init(
        server: String,
        account: String = "",
        networkProtocol: NetworkProtocol? = nil,
        port: Int? = nil,
        path: String = "",
        label: String? = nil,
        accessibility: Accessibility? = nil,
        accessGroup: String? = nil
    ) {
        attributes = [.server: .string(server), .account: .string(account)]
        if !path.isEmpty { self.path = path }
        self.networkProtocol = networkProtocol
        self.port = port
        self.label = label
        self.accessibility = accessibility
        self.accessGroup = accessGroup
    }

    /// The name or address of the host, `kSecAttrServer`; empty if none was given.
    public var server: String {
        get { attributes[text: .server] ?? "" }
        set { attributes[text: .server] = newValue }
    }

    /// The protocol, `kSecAttrProtocol`.
    public var networkProtocol: NetworkProtocol? {
        get { attributes[text: .networkProtocol].map(NetworkProtocol.init(rawValue:)) }
        set { attributes[text: .networkProtocol] = newValue?.rawValue }
    }

    /// The port, `kSecAttrPort`; `nil` for the protocol's default.
    public var port: Int? {
        get { attributes[number: .port].flatMap { $0 == 0 ? nil : $0 } }
        set { attributes[number: .port] = newValue }
    }

    /// The path on the server, `kSecAttrPath`; empty if none was given.
    public var path: String {
        get { attributes[text: .path] ?? "" }
        set { attributes[text: .path] = newValue }
    }

    /// The method by which the password is sent to the server, `kSecAttrAuthenticationType`.
    public var authenticationType: AuthenticationType? {
        get {
            guard let name = attributes[text: .authenticationType], !name.isEmpty else {
                return nil
            }
            return AuthenticationType(rawValue: name)
        }
        set { attributes[text: .authenticationType] = newValue?.rawValue }
    }

    /// The realm on the server, `kSecAttrSecurityDomain`; empty if none was given.
    public var securityDomain: String {
        get { attributes[text: .securityDomain] ?? "" }
        set { attributes[text: .securityDomain] = newValue }
    }
}
