internal import Synchronization

extension Keychain {
    /// A caller as an agent sees it.
    package struct AgentCaller: Hashable, Sendable {
        /// The access groups that it claims, in order.
        package var groups: AccessGroups
        /// Whether what it changes and deletes is kept.
        package var keepsHistory: Bool

        package init(_ groups: AccessGroups, keepsHistory: Bool = false) {
            (self.groups, self.keepsHistory) = (groups, keepsHistory)
        }

        fileprivate init(_ configuration: Configuration) {
            groups = AccessGroups(configuration.accessGroups)
            keepsHistory = configuration.history.keeps
        }
    }

    /// Reaches keychains through agents.
    package struct AgentClient: Sendable {
        /// The default keychain through the user's agent; `nil` if none runs.
        let user: @Sendable (AgentCaller) throws(KeychainError) -> Keychain?
        /// The keychain of an owner through the system's agent; that of this user without one.
        let system: @Sendable (String?, AgentCaller) throws(KeychainError) -> Keychain

        package init(
            user: @escaping @Sendable (AgentCaller) throws(KeychainError) -> Keychain?,
            system: @escaping @Sendable (String?, AgentCaller) throws(KeychainError) -> Keychain
        ) {
            (self.user, self.system) = (user, system)
        }
    }

    private static let agentClient = Mutex<AgentClient?>(nil)

    /// Lets the default keychain be reached through the agent, where the environment says so.
    ///
    /// The library has no client of the agent itself: most programs need none.
    ///
    /// - Parameter client: Connects to the agent.
    package static func setAgentClient(_ client: AgentClient) {
        agentClient.withLock { $0 = client }
    }

    /// The default keychain through the agent, if ``AgentUse`` says so; `nil` to open the file.
    ///
    /// - Parameter configuration: The configuration of the caller.
    /// - Returns: The keychain, or `nil`.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a wrong value of the variable,
    ///   ``KeychainError/Code/notAvailable`` if the agent is required and cannot be reached, or any
    ///   error of connecting.
    package static func throughAgent(
        _ configuration: Configuration
    ) throws(KeychainError) -> Keychain? {
        let use = try AgentUse.ofEnvironment
        if use == .never { return nil }
        guard let client = agentClient.withLock({ $0 }) else {
            guard use == .required else { return nil }
            throw KeychainError(
                .notAvailable,
                reason: """
                    \(AgentUse.variable) requires the agent, and this program has no client of it. \
                    Call AgentClient.install() of KeychainAgentClient, or unset the variable.
                    """
            )
        }
        if let keychain = try client.user(AgentCaller(configuration)) { return keychain }
        guard use == .required else { return nil }
        throw KeychainError(
            .notAvailable,
            reason: """
                \(AgentUse.variable) requires the agent, and none runs. Run 'keychainctl agent \
                enable' or 'keychaind --agent'.
                """
        )
    }

    /// A keychain of the system's agent.
    ///
    /// - Parameters:
    ///   - owner: The owner of the keychain, such as `unit:web.service`, for root; `nil` for this
    ///     user.
    ///   - configuration: The configuration of the caller.
    /// - Returns: The keychain.
    /// - Throws: ``KeychainError/Code/notAvailable`` if there is no such agent or this program has no
    ///   client of it, or ``KeychainError/Code/missingEntitlement`` for another one's keychain.
    package static func throughSystemAgent(
        _ owner: String?,
        _ configuration: Configuration
    ) throws(KeychainError) -> Keychain {
        guard let client = agentClient.withLock({ $0 }) else {
            throw KeychainError(.notAvailable, reason: "This program has no client of the agent.")
        }
        return try client.system(owner, AgentCaller(configuration))
    }
}
