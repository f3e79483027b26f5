#if Configuration
    public import Configuration
    public import PortableKeychain

    /// The generic passwords of one service, as values of a configuration.
    ///
    /// ```swift
    /// import Configuration
    ///
    /// let secrets = try KeychainProvider(requiringUnlocked: .default, service: "my-server")
    /// let config = ConfigReader(providers: [secrets, EnvironmentVariablesProvider()])
    /// let password = try config.requiredString(forKey: "database.password")
    /// ```
    ///
    /// The components of a key, with full stops between them, are the account of the item; the context
    /// of a key is not used. Every value is marked as secret. A payload is read as the type that is asked
    /// for: bytes as they are, everything else as UTF-8 text; elements of arrays have commas between
    /// them, and chunks of bytes are in base64.
    ///
    /// Values are read from the keychain each time, so the provider keeps none in memory; watchers
    /// and snapshots do. A value that cannot be read is an error and never absent: a locked
    /// keychain, several items of the same account, an item that requires the user's proof, text
    /// that is not a number. The user is never asked.
    ///
    /// - Important: `ConfigReader.string(forKey:default:)` and the like give the default for an error of
    ///   a provider, too. Read secrets by `requiredString(forKey:)` and the like, which throw.
    public struct KeychainProvider: Sendable {
        /// The provider's name in a report of accesses.
        public let providerName: String

        private let items: ServiceItems
        private let poller: KeychainPoller

        /// Creates a provider, without reading anything.
        ///
        /// - Parameters:
        ///   - keychain: The keychain, locked or not.
        ///   - service: The service of the items.
        ///   - interval: The interval at which the keychain is checked while there are watchers. A
        ///     check costs microseconds if nothing was written.
        public init(
            _ keychain: Keychain,
            service: String,
            every interval: Duration = .milliseconds(250)
        ) {
            providerName = "KeychainProvider[\(service)]"
            items = ServiceItems(keychain: keychain, service: service)
            poller = KeychainPoller(keychain, every: interval)
        }

        /// Creates a provider for a keychain that must be unlocked: a program that needs its secrets
        /// should not start without them.
        ///
        /// - Throws: `KeychainError.Code.locked` if the keychain is locked.
        public init(
            requiringUnlocked keychain: Keychain,
            service: String,
            every interval: Duration = .milliseconds(250)
        ) throws(KeychainError) {
            guard try keychain.lockState == .unlocked else { throw KeychainError(.locked) }
            self.init(keychain, service: service, every: interval)
        }
    }

    extension KeychainProvider: ConfigProvider {
        /// Reads a value.
        ///
        /// - Throws: `KeychainError` if it cannot be read, and ``KeychainValueError`` if it is not of the
        ///   type.
        public func value(
            forKey key: AbsoluteConfigKey,
            type: ConfigType
        ) throws -> LookupResult {
            let account = ServiceItems.account(key)
            return try LookupResult(
                encodedKey: account,
                value: items.secret(account).map { try ConfigValue($0, type, of: account) }
            )
        }

        /// Reads a value on a background thread.
        ///
        /// - Throws: The same errors as ``value(forKey:type:)``.
        public func fetchValue(
            forKey key: AbsoluteConfigKey,
            type: ConfigType
        ) async throws -> LookupResult {
            let account = ServiceItems.account(key)
            let secret = try await items.keychain.inBackground {
                [items] _ throws(KeychainError) in try items.secret(account)
            }
            return try LookupResult(
                encodedKey: account,
                value: secret.map { try ConfigValue($0, type, of: account) }
            )
        }

        /// Watches a value: the present one, and each other one that the item then has.
        ///
        /// It does not matter which process stores it. A value that cannot be read is a failure among
        /// the results.
        public func watchValue<Return: ~Copyable>(
            forKey key: AbsoluteConfigKey,
            type: ConfigType,
            updatesHandler: (
                _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
            ) async throws -> Return
        ) async throws -> Return {
            let watch = KeychainLook { [self] in
                Result { try value(forKey: key, type: type) }
            } isSame: {
                switch ($0, $1) {
                case (.success(let one), .success(let other)): one == other
                case (.failure(let one), .failure(let other)): "\(one)" == "\(other)"
                default: false
                }
            }
            return try await poller.watching(watch) { try await updatesHandler(.init($0)) }
        }

        /// All values of this moment.
        ///
        /// If they cannot be read, asking for any of them throws.
        public func snapshot() -> any ConfigSnapshot { presentSnapshot }

        /// Watches all values: those of this moment, and after each change those that are then.
        public func watchSnapshot<Return: ~Copyable>(
            updatesHandler: (
                _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
            ) async throws -> Return
        ) async throws -> Return {
            let watch = KeychainLook { [self] in
                presentSnapshot
            } isSame: {
                $0.matches($1)
            }
            return try await poller.watching(watch) { updates in
                try await updatesHandler(.init(updates.map { $0 as any ConfigSnapshot }))
            }
        }

        private var presentSnapshot: KeychainSnapshot {
            KeychainSnapshot(providerName: providerName, items: items, accounts: items.all())
        }
    }
#endif
