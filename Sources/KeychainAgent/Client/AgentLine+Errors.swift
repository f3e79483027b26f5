internal import PortableKeychain

/// What went wrong between a program and the agent.
extension AgentLine {
    static func ended(_ changedNothing: Bool) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: changedNothing
                ? "The agent ended. Try again."
                : """
                The agent ended before it answered. Look whether the change was made before you \
                make it again.
                """
        )
    }

    static var malformedAnswer: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The answer of the agent is malformed. Restart keychaind, and use the same version of \
                it as of this program.
                """
        )
    }
}
