@_spi(Keepers) package import PortableKeychain

extension Keychain.Configuration {
    /// The configuration of the command line: all access groups are visible, and new items are
    /// stored in the tool's own group.
    ///
    /// For a locked keychain and for items that require user authentication, the user is asked on
    /// the terminal, or as `PORTABLE_KEYCHAIN_AUTHENTICATOR` says; a security key of the keychain
    /// is tried first, and then the PIN of a chip. This is the one place that decides so: a command asks only if it needs what
    /// is locked. What items were before a command changed or deleted them is kept.
    package static let tool = tool(asking: nil)

    /// The configuration of a program that others start, which asks in dialogs.
    ///
    /// - Parameter dialog: Asks the user; `nil` for what the environment says, or the terminal.
    /// - Returns: The same as ``tool`` otherwise.
    package static func tool(asking dialog: (any Authenticator)?) -> Self {
        var configuration = Self(applicationIdentifier: AccessGroups.tool, accessGroups: ["*"])
        let environment = Self.fromEnvironment()
        let user = dialog ?? environment.authenticator ?? TerminalAuthenticator()
        configuration.authenticator = ChipAuthenticator(user, token: environment.token)
        configuration.credential = environment.credential
        configuration.token = environment.token
        configuration.unlocksOnDemand = true
        configuration.history = .kept()
        configuration.passcodeHashing = .tool
        return configuration
    }
}
