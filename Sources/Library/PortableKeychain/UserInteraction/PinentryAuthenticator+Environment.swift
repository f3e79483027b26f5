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
            let screens = ["WAYLAND_DISPLAY", "DISPLAY"].compactMap(UserEnvironment.variable)
            let isThere = screens.contains { !$0.isEmpty } && access(system.program, X_OK) == 0
            return isThere ? system : nil
        default: return nil
        }
    }

    /// Whether a service of the user's session can ask: as `PORTABLE_KEYCHAIN_AUTHENTICATOR` says, or with the system's
    /// program, on a screen or on the terminal that `GPG_TTY` names.
    package static var canAsk: Bool {
        let system = PinentryAuthenticator().program
        switch UserEnvironment.variable(EnvironmentAuthenticator.variable) {
        case "terminal": return true
        case "pinentry": return access(system, X_OK) == 0
        case let name? where name.hasPrefix("/"): return access(name, X_OK) == 0
        case nil:
            let places = ["WAYLAND_DISPLAY", "DISPLAY", "GPG_TTY"]
            return places.contains { UserEnvironment.variable($0) != nil }
                && access(system, X_OK) == 0
        default: return false
        }
    }
}
