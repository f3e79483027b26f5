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
    ///
    /// Ask the keychain rather than its keeper: the keychain adds what the user proved.
    package let keeper: any ItemKeeper
    /// What the user proved, for requests that carry nothing of their own.
    let context: AuthenticationContext?
    /// The file of the keychain; `nil` for one in memory or on a keeper of your own.
    public let path: String?

    /// Makes a keychain on top of a keeper of your own.
    ///
    /// - Parameter keeper: The keeper that answers requests. What else the keychain offers, such as
    ///   locking, depends on whether it is a ``ManagedKeeper``.
    public init(keeper: any ItemKeeper) {
        // A keychain on a keychain is that keychain.
        if let keychain = keeper as? Keychain {
            self = keychain
        } else {
            self.init(keeper: keeper, context: nil, path: nil)
        }
    }

    private init(keeper: any ItemKeeper, context: AuthenticationContext?, path: String?) {
        self.keeper = keeper
        self.context = context
        self.path = path
    }

    init(vault: Vault, configuration: Configuration, path: String?) {
        let keeper = LocalKeeper(
            vault: vault,
            groups: AccessGroups(configuration.accessGroups),
            authenticator: configuration.authenticator,
            hashing: configuration.passcodeHashing,
            path: path
        )
        self.init(keeper: keeper, context: nil, path: path)
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

    /// The same keychain for a caller with other access groups.
    ///
    /// What the user proved stays proven.
    ///
    /// - Parameter groups: The groups in order; new items go to the first.
    /// - Returns: A keychain on the same items.
    /// - Throws: ``KeychainError/Code/unimplemented`` on a keeper that does not take other groups.
    public func withAccessGroups(_ groups: [String]) throws(KeychainError) -> Keychain {
        Keychain(
            keeper: try managed(.accessGroups).withAccessGroups(AccessGroups(groups)),
            context: context,
            path: path
        )
    }

    /// The same keychain, whose requests carry what a user proved.
    ///
    /// - Parameter context: The proofs, which requests use and add to. It takes the place of an
    ///   earlier one.
    /// - Returns: A keychain on the same items.
    public func authenticating(with context: AuthenticationContext) -> Keychain {
        Keychain(keeper: keeper, context: context, path: path)
    }

    /// The access groups of the caller in order; `nil` when only the keeper knows them.
    package var accessGroups: AccessGroups? { (keeper as? any ManagedKeeper)?.accessGroups }

    /// The group of an item that names none; `nil` when only the keeper knows.
    package var defaultAccessGroup: String? { accessGroups?.first }

    /// The keeper, for what requests cannot say.
    ///
    /// - Parameter feature: What is asked of it, for the error.
    /// - Returns: The keeper.
    /// - Throws: ``KeychainError/Code/unimplemented`` when it is no ``ManagedKeeper``.
    func managed(_ feature: ManagedFeature) throws(KeychainError) -> any ManagedKeeper {
        guard let managed = keeper as? any ManagedKeeper else { throw feature.isMissing }
        return managed
    }
}

extension Keychain: ItemKeeper {
    /// Answers one request; what all verbs and doors come down to.
    ///
    /// - Parameter request: The question.
    /// - Returns: The answer.
    /// - Throws: ``KeychainError`` with the code of `Specification/item-semantics.md`.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        do throws(KeychainError) {
            guard let context, request.authentication == nil else {
                return try keeper.perform(request)
            }
            return try keeper.perform(request.carrying(context))
        } catch {
            throw error.of(path)
        }
    }

    /// Makes several changes in their order: all of them, or none.
    ///
    /// ``transaction(_:)`` is this for items with typed properties.
    ///
    /// - Parameter steps: Additions, updates and deletions.
    /// - Returns: The answers in the same order, without those of steps that were left out.
    /// - Throws: What the first step that fails throws, with its ``KeychainError/operation``.
    public func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        do throws(KeychainError) {
            guard let context else { return try keeper.performTogether(steps) }
            return try keeper.performTogether(
                steps.map { step in
                    var step = step
                    step.request = step.request.carrying(context)
                    step.alternative = step.alternative?.carrying(context)
                    return step
                }
            )
        } catch {
            throw error.of(path)
        }
    }
}

extension ItemRequest {
    /// The request with a context, unless it has one of its own.
    fileprivate func carrying(_ context: AuthenticationContext) -> ItemRequest {
        var request = self
        request.authentication = request.authentication ?? context
        return request
    }
}
