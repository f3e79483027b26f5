#if Configuration
    internal import Configuration
    internal import PortableKeychain

    /// The items of one service, by account.
    struct ServiceItems: Sendable {
        /// The content of all accounts.
        struct Accounts: Sendable {
            /// The secret of each account, or the error that hides it.
            let secrets: [String: Result<SecretBytes, KeychainError>]
            /// Whether there are others, which require the user's proof.
            let isPartial: Bool
        }

        let keychain: Keychain
        let service: String

        /// The account that a key names.
        static func account(_ key: AbsoluteConfigKey) -> String {
            key.components.joined(separator: ".")
        }

        /// The secret of an account; `nil` only if there is no such item.
        func secret(_ account: String) throws(KeychainError) -> SecretBytes? {
            try keychain.secret(matching: query(account).interaction(.forbidden))
        }

        /// The present content of all accounts.
        func all() -> Result<Accounts, KeychainError> {
            Result { () throws(KeychainError) in
                do throws(KeychainError) {
                    return try all(.forbidden)
                } catch  where error.code == .authenticationRequired {
                    // An item that requires a proof must not hide the others.
                    return try all(.skip)
                }
            }
        }

        private func all(_ interaction: UserInteraction) throws(KeychainError) -> Accounts {
            var secrets = Self.secrets(
                try keychain.entries(matching: query().interaction(interaction))
            )
            if let group = keychain.sharedGroup {
                // A list leaves out what the user stored with the tool, which each account finds.
                let shared = query().inAccessGroup(group).interaction(interaction)
                let others = Self.secrets(try keychain.entries(matching: shared))
                for (account, other) in others where secrets[account] == nil {
                    // An item of the program comes first, also one that requires a proof.
                    secrets[account] = interaction == .skip ? present(account) : other
                }
            }
            return Accounts(secrets: secrets, isPartial: interaction == .skip)
        }

        /// The secret of an account, or the error that hides it.
        private func present(_ account: String) -> Result<SecretBytes, KeychainError>? {
            do throws(KeychainError) {
                return try secret(account).map { .success($0) }
            } catch {
                return .failure(error)
            }
        }

        /// The secret of each account.
        private static func secrets(
            _ found: [KeychainEntry<GenericPassword>]
        ) -> [String: Result<SecretBytes, KeychainError>] {
            .init(found.map { ($0.item.account, .success($0.secret)) }) { _, _ in
                .failure(KeychainError(.ambiguous))
            }
        }

        private func query(_ account: String? = nil) -> KeychainQuery<GenericPassword> {
            .genericPassword(service: service, account: account).synchronizable(.any)
        }
    }
#endif
