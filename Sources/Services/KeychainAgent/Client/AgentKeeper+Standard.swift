@_spi(Keepers) package import PortableKeychain
internal import Synchronization

extension AgentKeeper {
    /// The connection of this process to the user's agent, which all keepers share: the user is asked
    /// once for each connection.
    private static let line = Mutex<AgentLine?>(nil)

    /// The user's default keychain through the agent.
    ///
    /// - Parameter caller: The claims of the program.
    /// - Returns: The keychain; `nil` if no agent runs, or nothing says where its socket is.
    /// - Throws: ``KeychainError/Code/notAvailable`` if the agent does not accept this program.
    package static func standard(
        _ caller: Keychain.AgentCaller
    ) throws(KeychainError) -> Keychain? {
        guard let line = standardLine, try line.connectIfPresent() else { return nil }
        return Keychain(keeper: AgentKeeper(line, caller))
    }

    /// The longest wait of ``introduce()`` for a message: commands that need no agent, such as `doctor`,
    /// are delayed by an agent that has been stopped.
    private static let introduction = Duration.seconds(1)

    /// Connects to the user's agent, if the environment says that it is used.
    ///
    /// For a program that hides its file from then on, because the agent looks which file it is when it
    /// connects. Errors are reported when the keychain is used.
    package static func introduce() {
        guard let use = try? AgentUse.ofEnvironment, use != .never else { return }
        _ = try? standardLine?.connectIfPresent(within: introduction)
    }

    /// The connection to the user's agent; `nil` if nothing says where its socket is.
    private static var standardLine: AgentLine? {
        guard let path = AgentLine.standardPath else { return nil }
        return line.withLock { line in
            if let line, line.path == path { return line }
            let new = AgentLine(path)
            line = new
            return new
        }
    }

    /// A keychain of the system's agent.
    ///
    /// - Parameters:
    ///   - owner: The owner of the keychain; `nil` for this user's.
    ///   - caller: The claims of the program.
    /// - Returns: The keychain.
    /// - Throws: ``KeychainError/Code/notAvailable`` if there is no such agent, or
    ///   ``KeychainError/Code/missingEntitlement`` if the keychain is another one's.
    package static func system(
        _ owner: String?,
        _ caller: Keychain.AgentCaller
    ) throws(KeychainError) -> Keychain {
        let line = AgentLine(system: UserEnvironment.systemAgent, owner: owner)
        guard try line.connectIfPresent() else { throw line.absent }
        return Keychain(keeper: AgentKeeper(line, caller))
    }
}
