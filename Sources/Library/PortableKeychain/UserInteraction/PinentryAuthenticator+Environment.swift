internal import KeychainLibC

extension PinentryAuthenticator {
    /// The program for dialogs of a process that other programs start, such as a browser: that which
    /// `PORTABLE_KEYCHAIN_AUTHENTICATOR` names, or the system's where there is a screen.
    ///
    /// - Returns: `nil` if the variable says something else, or if there is no screen or no such program.
    package static func ofDesktop() -> PinentryAuthenticator? {
        switch UserEnvironment.variable(EnvironmentAuthenticator.variable) {
        case let name? where name.hasPrefix("/"): return PinentryAuthenticator(program: name)
        case "pinentry": return PinentryAuthenticator()
        case nil:
            let system = PinentryAuthenticator()
            let isThere = UserEnvironment.hasScreen && access(system.program, X_OK) == 0
            return isThere ? system : nil
        default: return nil
        }
    }

    /// Whether a service of the user's session can ask, as far as `PORTABLE_KEYCHAIN_AUTHENTICATOR` says.
    ///
    /// Without the variable it tries: `pinentry-gnome3` asks through the session bus, and needs no screen of its own.
    package static var canAsk: Bool {
        canAsk(UserEnvironment.variable(EnvironmentAuthenticator.variable))
    }

    /// The same for a value of the variable; `nil` if it is not set.
    static func canAsk(_ way: String?) -> Bool {
        switch way {
        case "terminal", nil: true
        case "pinentry": access(PinentryAuthenticator().program, X_OK) == 0
        case let name? where name.hasPrefix("/"): access(name, X_OK) == 0
        default: false
        }
    }

    /// The variable that services on a bus of this process get, with a word that names no way, so that they refuse
    /// at once: there is no screen, and no terminal for dialogs.
    ///
    /// - Returns: `nil` if there is one, or if the user has set the variable.
    package static var silencedVariable: String? {
        let variable = EnvironmentAuthenticator.variable
        let isSet = [variable, "GPG_TTY"].contains { UserEnvironment.variable($0) != nil }
        return isSet || UserEnvironment.hasScreen ? nil : variable
    }
}
