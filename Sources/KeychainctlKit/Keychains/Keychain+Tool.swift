package import PortableKeychain

extension Keychain.Configuration {
    /// This tool shows a user all access groups, and puts new items into its own.
    ///
    /// Items that require user authentication ask on the terminal.
    package static let tool = {
        var configuration = Self(applicationIdentifier: "keychainctl", accessGroups: ["*"])
        configuration.authenticator = TerminalAuthenticator()
        configuration.passcodeHashing = .tool
        return configuration
    }()
}
