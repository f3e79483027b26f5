package import PortableKeychain

extension Keychain.Configuration {
    /// The configuration of the command line: all access groups are visible, and new items are
    /// stored in the tool's own group.
    ///
    /// For items that require user authentication, the user is asked on the terminal.
    package static let tool = {
        var configuration = Self(applicationIdentifier: "keychainctl", accessGroups: ["*"])
        configuration.authenticator = TerminalAuthenticator()
        configuration.passcodeHashing = .tool
        return configuration
    }()
}
