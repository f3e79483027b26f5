#if Configuration
    internal import Configuration
    internal import PortableKeychain

    /// The values of one moment.
    struct KeychainSnapshot: ConfigSnapshot {
        let providerName: String
        let items: ServiceItems
        let accounts: Result<ServiceItems.Accounts, KeychainError>

        func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
            let account = ServiceItems.account(key)
            let accounts = try accounts.get()
            guard let secret = accounts.secrets[account] else {
                // Asked for again, an item that requires a proof is an error, and not absent.
                if accounts.isPartial { _ = try items.secret(account) }
                return LookupResult(encodedKey: account, value: nil)
            }
            return try LookupResult(
                encodedKey: account,
                value: ConfigValue(secret.get(), type, of: account)
            )
        }

        /// Whether another snapshot answers the same.
        func matches(_ other: KeychainSnapshot) -> Bool {
            switch (accounts, other.accounts) {
            case (.success(let one), .success(let other)):
                one.isPartial == other.isPartial && one.secrets.count == other.secrets.count
                    && one.secrets.allSatisfy { account, secret in
                        other.secrets[account].map { Self.isSame(secret, $0) } ?? false
                    }
            case (.failure(let one), .failure(let other)): one == other
            default: false
            }
        }

        private static func isSame(
            _ one: Result<SecretBytes, KeychainError>,
            _ other: Result<SecretBytes, KeychainError>
        ) -> Bool {
            switch (one, other) {
            case (.success(let one), .success(let other)): one.matches(other)
            case (.failure(let one), .failure(let other)): one == other
            default: false
            }
        }
    }
#endif
