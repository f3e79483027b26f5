internal import Synchronization

extension Keychain {
    /// Reaches the default keychain through the agent.
    ///
    /// It returns `nil` if no agent runs.
    package typealias AgentClient =
        @Sendable (AccessGroups) throws(KeychainError) -> Keychain?

    private static let agentClient = Mutex<AgentClient?>(nil)

    /// Lets the default keychain be reached through the agent, where the environment says so.
    ///
    /// The library has no client of the agent itself: most programs need none.
    ///
    /// - Parameter client: Connects to the agent.
    package static func setAgentClient(_ client: @escaping AgentClient) {
        agentClient.withLock { $0 = client }
    }

    /// The default keychain through the agent, if ``AgentUse`` says so; `nil` to open the file.
    ///
    /// - Parameter configuration: Who uses it.
    /// - Returns: The keychain, or `nil`.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a wrong value of the variable,
    ///   ``KeychainError/Code/notAvailable`` if the agent is required and cannot be reached, or what
    ///   connecting throws.
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
        let groups = AccessGroups(configuration.accessGroups)
        if let keychain = try client(groups) { return keychain }
        guard use == .required else { return nil }
        throw KeychainError(
            .notAvailable,
            reason: """
                \(AgentUse.variable) requires the agent, and none runs. Run 'keychainctl agent \
                enable' or 'keychaind --agent'.
                """
        )
    }
}
