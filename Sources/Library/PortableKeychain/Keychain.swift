/// A keychain: open one to store, find, update and delete secrets, keys and certificates.
///
/// It is an immutable value: copies refer to the same items, and methods such as
/// ``authenticating(with:)`` return another keychain on the same items. It can be used from several
/// threads and tasks.
///
/// In a long-lived process: if another program removes or replaces the file, calls throw
/// ``KeychainError/Code/noSuchKeychain``; open the keychain again, or ask for ``default`` again. In a
/// child made by `fork()`, a keychain of the parent throws ``KeychainError/Code/notAvailable``, and so
/// does opening one while the parent had any open: release all keychains before the fork, or start
/// another program.
///
/// Most programs take ``default``, which is created at its first use, and need four methods: ``set(_:for:)``
/// stores a secret, ``secret(for:)`` reads it, ``items(matching:limit:)`` lists items without their
/// secrets, and ``delete(_:)`` deletes one. A test uses ``inMemory(_:)``, or ``withCurrent(_:operation:)``
/// for code that it does not want to change.
///
/// ```swift
/// let keychain = try Keychain.default
/// let item = GenericPassword(service: "api", account: "ci")
/// try keychain.set("s3cret", for: item)
/// let secret = try keychain.secret(for: item)
/// for item in try keychain.items(matching: .genericPassword(service: "api")) {
///     print(item.account)
/// }
/// try keychain.delete(item)
/// ```
public struct Keychain: Sendable {
    /// The keeper that answers requests.
    ///
    /// Send requests to the keychain and not to its keeper, because the keychain adds the user's
    /// proofs.
    package let keeper: any ItemKeeper
    /// The user's proofs for requests without their own context.
    let context: AuthenticationContext?
    /// The file of the keychain; `nil` for a keychain in memory or on a keeper of your own.
    public let path: String?
    /// The way in which requests unlock a locked keychain; `nil` if they fail.
    let onDemand: UnlockingOnDemand?

    /// Makes a keychain on top of a keeper of your own.
    ///
    /// - Parameter keeper: The keeper that answers requests. The keychain can be locked, for
    ///   example, only if it is a ``ManagedKeeper``.
    @_spi(Keepers) public init(keeper: any ItemKeeper) {
        // A keychain is also a keeper; do not wrap it again.
        if let keychain = keeper as? Keychain {
            self = keychain
        } else {
            self.init(keeper: keeper, context: nil, path: nil)
        }
    }

    private init(
        keeper: any ItemKeeper,
        context: AuthenticationContext?,
        path: String?,
        onDemand: UnlockingOnDemand? = nil
    ) {
        self.keeper = keeper
        self.context = context
        self.path = path
        self.onDemand = onDemand
    }

    init(vault: Vault, configuration: Configuration, path: String?) {
        let keeper = LocalKeeper(
            vault: vault,
            groups: AccessGroups(configuration.accessGroups, shared: configuration.sharedGroup),
            authenticator: configuration.authenticator,
            hashing: configuration.passcodeHashing,
            path: path,
            token: configuration.token,
            history: configuration.history
        )
        self.init(
            keeper: keeper,
            context: nil,
            path: path,
            onDemand: UnlockingOnDemand(configuration)
        )
    }

    /// The ways into the keychain besides the passcode, and recovery.
    public var access: KeychainAccess { KeychainAccess(keychain: self) }

    /// Earlier versions of items that were changed or deleted.
    public var history: KeychainHistory { KeychainHistory(keychain: self) }

    /// Makes an empty keychain in memory for tests and previews; it is removed when its last copy
    /// is released.
    ///
    /// - Parameter configuration: The access groups, the authenticator, and the sources of time and
    ///   randomness.
    /// - Returns: A keychain without a passcode.
    /// - Throws: ``KeychainError/Code/outOfMemory``.
    public static func inMemory(
        _ configuration: Configuration = Configuration()
    ) throws(KeychainError) -> Keychain {
        var world = configuration.world
        world.retention = ProcessKeyRetention(clock: world.clock)
        world.memory = nil
        let vault = try Vault.create(
            nil,
            device: DeviceKey(entropy: world.entropy),
            world: world
        )
        return Keychain(vault: vault, configuration: configuration, path: nil)
    }

    /// The same keychain for a caller with other access groups.
    ///
    /// The proofs of the user are kept. The other caller has no ``Configuration/sharedGroup``, also if the
    /// list is the same: name that group in the list to reach what the user stored with `keychainctl`.
    ///
    /// - Parameter groups: The groups in order; new items are added to the first by default.
    /// - Returns: A keychain on the same items.
    /// - Throws: ``KeychainError/Code/unimplemented`` if the keeper does not support other groups.
    public func withAccessGroups(_ groups: [String]) throws(KeychainError) -> Keychain {
        Keychain(
            keeper: try managed(.accessGroups).withAccessGroups(AccessGroups(groups)),
            context: context,
            path: path,
            onDemand: onDemand
        )
    }

    /// The same keychain for a caller that asks for another history.
    ///
    /// - Parameter policy: The policy that applies unless the keychain has a setting of its own.
    /// - Returns: A keychain on the same items; over a keeper without a history, this one.
    package func keeping(_ policy: HistoryPolicy) -> Keychain {
        guard let keeper = keeper.parts.versioned else { return self }
        return Keychain(
            keeper: keeper.keeping(policy),
            context: context,
            path: path,
            onDemand: onDemand
        )
    }

    /// The same keychain, whose requests use the proofs of a context.
    ///
    /// - Parameter context: The proofs, which requests use and add to. It replaces an earlier
    ///   context.
    /// - Returns: A keychain on the same items.
    public func authenticating(with context: AuthenticationContext) -> Keychain {
        Keychain(keeper: keeper, context: context, path: path, onDemand: onDemand)
    }

    /// The access groups of the caller in order; `nil` if only the keeper knows them.
    package var accessGroups: AccessGroups? { keeper.parts.managed?.accessGroups }

    /// The group of items that people store with the tool; `nil` if the caller has none of them.
    package var sharedGroup: String? { accessGroups?.shared }

    /// The default group of new items; `nil` if only the keeper knows it.
    package var defaultAccessGroup: String? { accessGroups?.first }

    /// The keeper, for operations that are not requests about items.
    ///
    /// - Parameter feature: The operation, for the error.
    /// - Returns: The keeper.
    /// - Throws: ``KeychainError/Code/unimplemented`` when it is not a ``ManagedKeeper``.
    func managed(_ feature: ManagedFeature) throws(KeychainError) -> any ManagedKeeper {
        guard let managed = keeper.parts.managed else { throw feature.isMissing }
        return managed
    }
}

@_spi(Keepers) extension Keychain: ItemKeeper {
    /// Answers one request; all methods and doors use it.
    ///
    /// - Parameter request: The request.
    /// - Returns: The answer.
    /// - Throws: ``KeychainError`` with the code of `Specification/item-semantics.md`.
    public func perform(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        if let context { return try answer(request.carrying(context)) }
        return try answer(request)
    }

    private func answer(_ request: ItemRequest) throws(KeychainError) -> ItemAnswer {
        do throws(KeychainError) {
            return try unlockingOnDemand(mayAsk: request.mayAsk) { () throws(KeychainError) in
                try keeper.perform(request)
            }
        } catch {
            throw error.of(path)
        }
    }

    /// Makes several changes in order: all of them, or none.
    ///
    /// Use ``transaction(_:)`` for items with typed properties.
    ///
    /// - Parameter steps: Additions, updates and deletions.
    /// - Returns: The answers in the same order, without those of skipped steps.
    /// - Throws: The error of the first step that fails, with its ``KeychainError/operation``.
    public func performTogether(_ steps: [ItemStep]) throws(KeychainError) -> [ItemAnswer] {
        let steps = context.map { context in steps.map { $0.carrying(context) } } ?? steps
        let mayAsk = steps.allSatisfy { $0.request.mayAsk }
        do throws(KeychainError) {
            return try unlockingOnDemand(mayAsk: mayAsk) { () throws(KeychainError) in
                try keeper.performTogether(steps)
            }
        } catch {
            throw error.of(path)
        }
    }

    /// Makes several changes in order, all of them or none, of which one is in memory at a time.
    ///
    /// - Parameter steps: Calls its argument with each change, from the first one on. It can be called
    ///   again; what was changed is undone if it fails.
    /// - Throws: The same errors as ``performTogether(_:)``, or any error of `steps`.
    package func performTogether(_ steps: ItemSteps) throws(KeychainError) {
        guard let stepwise = keeper.parts.stepwise else {
            var all: [ItemStep] = []
            try steps { all.append($0) }
            return _ = try performTogether(all)
        }
        do throws(KeychainError) {
            try unlockingOnDemand { () throws(KeychainError) in
                try stepwise.performTogether(carrying: context, steps)
            }
        } catch {
            throw error.of(path)
        }
    }
}

extension ItemStep {
    /// The step with a context, unless its requests have their own.
    func carrying(_ context: AuthenticationContext) -> ItemStep {
        var step = self
        step.request = request.carrying(context)
        step.alternative = alternative?.carrying(context)
        return step
    }
}

extension ItemRequest {
    /// The request with a context, unless it has its own.
    fileprivate func carrying(_ context: AuthenticationContext) -> ItemRequest {
        var request = self
        request.authentication = request.authentication ?? context
        return request
    }

    /// Whether the user may be asked.
    ///
    /// A search that skips items which require authentication needs an unlocked keychain all the
    /// same, so it is one that may ask.
    fileprivate var mayAsk: Bool {
        interaction != .forbidden && authentication?.interactionNotAllowed != true
    }
}
