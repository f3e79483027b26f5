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
        switch name {
        case "terminal": return try TerminalAuthenticator().answer(question)
        case "pinentry": return try PinentryAuthenticator().answer(question)
        case _ where name.hasPrefix("/"):
            return try PinentryAuthenticator(program: name).answer(question)
        default:
            throw KeychainError(
                .authenticationRequired,
                reason: """
                    The user cannot be asked. Set \(Self.variable) to "terminal", to "pinentry", or to \
                    the absolute path of a pinentry program.
                    """
            )
        }
    }
}
