@_spi(Keepers) internal import PortableKeychain

extension Keychain {
    /// The reason why a generic password was refused before any keychain was asked.
    public enum GenericPasswordError: Error, Equatable, Sendable {
        /// The password is empty.
        case invalidPassword
    }

    /// Passwords of services: text in UTF-8, distinguished by access group, account and service.
    ///
    /// A synchronizable password and another with the same account and service are two items.
    public enum GenericPassword {}
}

extension Keychain.GenericPassword {
    /// Locates passwords.
    static func items(
        _ account: String?,
        _ service: String?,
        in accessGroup: String,
        _ scope: SynchronizationScope = .local
    ) -> ItemLocator {
        var attributes = ItemAttributes()
        attributes[.account] = account.map { .string($0) }
        attributes[.service] = service.map { .string($0) }
        return ItemLocator(.genericPassword, attributes, in: accessGroup, scope)
    }

    /// The bytes of a password.
    static func secret(_ password: String) throws -> SecretBytes {
        try SecretBytes(password, or: Keychain.GenericPasswordError.invalidPassword)
    }
}
