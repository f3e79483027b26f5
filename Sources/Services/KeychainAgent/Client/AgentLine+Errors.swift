internal import PortableKeychain

/// Failures between a program and the agent.
extension AgentLine {
    /// No process listens at the socket, or one that this program must not trust.
    var absent: KeychainError {
        KeychainError(
            .notAvailable,
            reason: isOfSystem
                ? """
                No agent of the system answers at \(path). Install the package keychaind, and run \
                'systemctl enable --now keychaind-system.socket' as root.
                """
                : "No agent answers at \(path). Run 'keychaind --agent'."
        )
    }

    /// That the agent is of an older version, and was not asked what it does not know.
    var isOlder: KeychainError {
        let command =
            isOfSystem
            ? "systemctl restart keychaind-system.service"
            : "systemctl --user restart keychaind-agent.service"
        return KeychainError(
            .unimplemented,
            reason: """
                The agent that runs is of an older version, which keeps no history. Restart it with \
                '\(command)'.
                """
        )
    }

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

    static func late(_ changedNothing: Bool) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: changedNothing
                ? "The agent does not answer in time. Try again later."
                : """
                The agent does not answer in time. Look whether the change was made before you make \
                it again.
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
