internal import KeychainPasskeys
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

extension LoginStore {
    /// The account and the password that a page sends.
    struct New {
        let account: String
        let password: SecretBytes
        /// A line for the comment of a new item, such as its folder; empty for none.
        let comment: String
    }

    /// Adds the password of a page.
    ///
    /// - Throws: ``KeychainError/Code/duplicateItem`` if there is one.
    func add(_ new: New, at origin: WebOrigin) throws(KeychainError) {
        let scheme = origin.scheme == .https ? NetworkProtocol.https : .http
        var attributes: ItemAttributes = [
            .accessGroup: .string(Self.group),
            .server: .string(origin.host.text),
            .networkProtocol: .string(scheme.rawValue),
            .account: .string(new.account),
            .label: .string(origin.host.text),
        ]
        if origin.port != origin.scheme.port { attributes[.port] = .number(Int64(origin.port)) }
        if !new.comment.isEmpty { attributes[.comment] = .string(new.comment) }
        _ = try keychain.perform(
            ItemRequest(
                .add,
                itemClass: .internetPassword,
                attributes: attributes,
                secret: new.password
            )
        )
    }

    /// Changes the password of an item, and its account if it has another one.
    func change(_ login: Login, to new: New) throws(KeychainError) {
        var changes = ItemChanges(secret: new.password)
        if new.account != login.account { changes.attributes[.account] = .string(new.account) }
        _ = try keychain.perform(
            ItemRequest(.update(changes), persistentReference: login.reference)
        )
    }
}
