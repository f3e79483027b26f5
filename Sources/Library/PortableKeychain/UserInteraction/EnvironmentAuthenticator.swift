/// Asks the user in the way that an environment variable names, for code that cannot be handed an
/// ``Authenticator``.
///
/// ``Keychain/Configuration/fromEnvironment(applicationIdentifier:accessGroups:folder:)`` uses it.
struct EnvironmentAuthenticator: Authenticator {
    /// The variable that names the way.
    static let variable = "PORTABLE_KEYCHAIN_AUTHENTICATOR"

    /// The value of the variable.
    let name: String

    func answer(
        _ question: AuthenticationQuestion
    ) throws(KeychainError) -> AuthenticationAnswer {
        guard let way else {
            throw KeychainError(
                .authenticationRequired,
                reason: """
                    The user cannot be asked. Set \(Self.variable) to "terminal", to "pinentry", or to \
                    the absolute path of a pinentry program.
                    """
            )
        }
        return try way.answer(question)
    }

    func proof(
        of slots: [AccessSlot],
        for question: AuthenticationQuestion
    ) throws(KeychainError) -> AccessProof? { try way?.proof(of: slots, for: question) }

    /// The way that the variable names; `nil` for any other word.
    private var way: (any Authenticator)? {
        switch name {
        case "terminal": TerminalAuthenticator()
        case "pinentry": PinentryAuthenticator()
        case _ where name.hasPrefix("/"): PinentryAuthenticator(program: name)
        default: nil
        }
    }
}
