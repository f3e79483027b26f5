/// Whether the user's default keychain is reached through the agent that asks
/// (`Specification/agent-protocol.md`).
package enum AgentUse: Sendable {
    /// The file is opened.
    case never
    /// The file is opened if no agent runs.
    case preferred
    /// The agent must run; otherwise there is an error.
    case required

    /// The variable that says so.
    package static let variable = "PORTABLE_KEYCHAIN_AGENT"

    /// Reads a value of the variable.
    ///
    /// - Parameter word: The value; `nil` if the variable is not set.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for any other word than `prefer` and
    ///   `require`: a typing error must not silently bypass the agent.
    package init(_ word: String?) throws(KeychainError) {
        switch word {
        case nil: self = .never
        case "prefer": self = .preferred
        case "require": self = .required
        default:
            throw KeychainError(
                .invalidParameter,
                reason: """
                    \(Self.variable) has a value that does not exist. Set it to 'prefer' or \
                    'require', or unset it.
                    """
            )
        }
    }

    /// The agent that the environment names; none in a program with more rights than its caller.
    package static var ofEnvironment: AgentUse {
        get throws(KeychainError) { try AgentUse(UserEnvironment.variable(variable)) }
    }
}
