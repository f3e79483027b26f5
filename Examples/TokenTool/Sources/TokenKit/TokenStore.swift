import PortableKeychain

/// The token of one account, which other programs see under the service "com.example.token".
package struct TokenStore {
    package let account: String
    private let keychain: Keychain

    package init(account: String, in keychain: Keychain) {
        self.account = account
        self.keychain = keychain
    }

    private var item: GenericPassword {
        GenericPassword(service: "com.example.token", account: account)
    }

    /// Stores a token in place of the one before.
    package func store(_ token: SecretBytes) throws(KeychainError) {
        try keychain.set(token, for: item)
    }

    /// The token, in memory that is zeroed when it is released.
    package func token() throws(KeychainError) -> SecretBytes? {
        try keychain.secret(for: item)
    }

    package func hasToken() throws(KeychainError) -> Bool {
        try keychain.contains(.exactly(item))
    }

    /// Removes the token, and says whether there was one.
    package func forget() throws(KeychainError) -> Bool {
        try keychain.delete(item)
    }
}
