internal import CKeychainPlatform
internal import KeychainLibC

/// The environment of the process: its variables, the user's folders, and the executable's name.
package enum UserEnvironment {
    /// A variable; `nil` if it is empty or missing.
    ///
    /// A program that runs with more rights than its caller gets no variables, because the caller
    /// sets them.
    package static func variable(_ name: String) -> String? {
        guard let value = pk_environment(name).map({ String(cString: $0) }), !value.isEmpty else {
            return nil
        }
        return value
    }

    /// Whether there is a screen for windows: of Wayland, or of X11.
    package static var hasScreen: Bool {
        ["WAYLAND_DISPLAY", "DISPLAY"].contains { variable($0) != nil }
    }

    /// Whether the terminal is known to understand control sequences.
    package static var hasControlSequences: Bool { variable("TERM") != nil && !hasDumbTerminal }

    /// Whether the terminal is known to understand no control sequences.
    package static var hasDumbTerminal: Bool { variable("TERM") == "dumb" }

    /// The socket of the system's agent, in a folder that only root can make.
    package static let standardSystemAgent = "/run/keychaind/agent"

    /// The socket of the system's agent; the variable names another one, for trials.
    package static var systemAgent: String {
        variable("PORTABLE_KEYCHAIN_SYSTEM_AGENT") ?? standardSystemAgent
    }

    /// The folder of the user's keychains: in `XDG_DATA_HOME`, or `~/.local/share` (XDG Base
    /// Directory Specification 0.8), which must be absolute.
    static var keychainFolder: String {
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") {
            return data + "/portable-keychain"
        }
        return home + "/.local/share/portable-keychain"
    }

    /// The name of the executable, without its folder.
    static var executableName: String {
        let path = CommandLine.arguments.first ?? ""
        return PrivateFile.parts(of: path).last ?? "application"
    }

    /// The path of the executable, with symbolic links resolved; `nil` if it is not known.
    package static var executable: String? {
        #if os(Linux)
            let name: String? = "/proc/self/exe"
        #else
            let name = CommandLine.arguments.first
        #endif
        return name.flatMap { realpath($0, nil) }.map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }

    /// The user's home folder.
    package static var home: String {
        // A relative path would mean another folder in each working directory.
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        // Services run without HOME; the user database still knows it.
        return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
    }
}
