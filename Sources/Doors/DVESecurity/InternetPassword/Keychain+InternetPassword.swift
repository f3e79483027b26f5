@_spi(Keepers) internal import PortableKeychain

extension Keychain {
    /// The reason why an internet password was refused before any keychain was asked.
    public enum InternetPasswordError: Error, Equatable, Sendable {
        /// The password is empty.
        case invalidPassword
    }

    /// Passwords of servers: text in UTF-8, distinguished by access group, account, security
    /// domain, server, protocol, authentication type, port and path.
    ///
    /// All of these except the account can be omitted. A synchronizable password and another with
    /// the same attributes are two items.
    public enum InternetPassword {}
}

extension Keychain.InternetPassword {
    /// The attributes that identify an internet password in an access group; `nil` if omitted.
    struct Address {
        let account: String?
        let securityDomain: String?
        let server: String?
        let `protocol`: NetworkProtocol?
        let authenticationType: AuthenticationType?
        let port: UInt16?
        let path: String?

        init(
            _ account: String?,
            _ securityDomain: String?,
            _ server: String?,
            _ protocol: NetworkProtocol?,
            _ authenticationType: AuthenticationType?,
            _ port: UInt16?,
            _ path: String?
        ) {
            self.account = account
            self.securityDomain = securityDomain
            self.server = server
            self.protocol = `protocol`
            self.authenticationType = authenticationType
            self.port = port
            self.path = path
        }

        /// Locates the passwords of this address.
        func items(
            in accessGroup: String,
            _ scope: SynchronizationScope = .local
        ) -> ItemLocator {
            var attributes = ItemAttributes()
            attributes[.account] = account.map { .string($0) }
            attributes[.securityDomain] = securityDomain.map { .string($0) }
            attributes[.server] = server.map { .string($0) }
            attributes[.networkProtocol] = `protocol`.map { .string($0.rawValue) }
            attributes[.authenticationType] = authenticationType.map { .string($0.rawValue) }
            attributes[.port] = port.map { .number(Int64($0)) }
            attributes[.path] = path.map { .string($0) }
            return ItemLocator(.internetPassword, attributes, in: accessGroup, scope)
        }
    }

    /// The bytes of a password.
    static func secret(_ password: String) throws -> SecretBytes {
        try SecretBytes(password, or: Keychain.InternetPasswordError.invalidPassword)
    }
}
