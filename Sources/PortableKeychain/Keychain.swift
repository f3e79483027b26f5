/// A keychain: the value you open, and through which you keep and find secrets.
///
/// This file is a map of the library: a verb (`API/Verbs`) becomes an ``ItemRequest``, the rules
/// (`Rules`) decide it, with what keys and certificates say of themselves (`Objects`), the vault
/// (`Sealing`) seals and opens, and the sealed store keeps rows of ciphertext. Time, randomness and
/// files come from `World`.
///
/// ```swift
/// let keychain = try Keychain.default
/// try keychain.set("s3cret", for: GenericPassword(service: "api", account: "ci"))
/// ```
public struct Keychain: Sendable {
    /// What answers this keychain's requests.
    package internal(set) var keeper: any ItemKeeper
    /// The vault behind it, when the keychain is one of ours.
    let vault: Vault?
    let configuration: Configuration
    /// The file of the keychain; `nil` for one in memory or on a keeper of your own.
    public let path: String?

    /// Makes a keychain on top of a keeper of your own.
    ///
    /// - Parameter keeper: Whatever answers requests.
    public init(keeper: any ItemKeeper) {
        self.keeper = keeper
        vault = nil
        configuration = Configuration()
        path = nil
    }

    init(vault: Vault, configuration: Configuration, path: String?) {
        keeper = LocalKeeper(
            vault: vault,
            groups: AccessGroups(configuration.accessGroups),
            authenticator: configuration.authenticator,
            hashing: configuration.passcodeHashing,
            path: path
        )
        self.vault = vault
        self.configuration = configuration
        self.path = path
    }

    /// Makes an empty keychain in memory, which goes with its last copy: for tests and previews.
    ///
    /// - Parameter configuration: The caller's groups, and the world.
    /// - Returns: A keychain without a passcode.
    /// - Throws: ``KeychainError/Code/outOfMemory``.
    public static func inMemory(
        _ configuration: Configuration = Configuration()
    ) throws(KeychainError) -> Keychain {
        var world = configuration.world
        world.retention = ProcessKeyRetention(clock: world.clock)
        let vault = try Vault.create(
            nil,
            device: DeviceKey(entropy: world.entropy),
            world: world
        )
        return Keychain(vault: vault, configuration: configuration, path: nil)
    }

    /// The caller's access groups in order; new items go to the first.
    package var accessGroups: [String] { configuration.accessGroups }

    /// The same keychain for a caller with other access groups.
    ///
    /// - Parameter groups: The groups in order; new items go to the first.
    /// - Returns: A keychain on the same vault.
    public func withAccessGroups(_ groups: [String]) -> Keychain {
        guard let vault else { return self }
        var configuration = configuration
        configuration.accessGroups = groups
        let other = Keychain(vault: vault, configuration: configuration, path: path)
        // What the user proved stays proven for the other groups.
        guard let context = (keeper as? AuthenticatedKeeper)?.context else { return other }
        return other.authenticating(with: context)
    }
}

extension Keychain: ItemKeeper {
    /// Answers one request; what all verbs and doors come down to.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer.
    /// - Throws: ``KeychainError`` with the code of `Specification/item-semantics.md`.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        try keeper.perform(request)
    }
}
