internal import CPlatform

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// What the process is told from outside: variables, and the name it runs under.
enum UserEnvironment {
    /// A variable; none in a program that runs with more rights than its caller, who sets them.
    static func variable(_ name: String) -> String? {
        guard let value = pk_environment(name).map({ String(cString: $0) }), !value.isEmpty else {
            return nil
        }
        return value
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
        return path.split(separator: "/").last.map(String.init) ?? "application"
    }

    private static var home: String {
        // Relative to whatever folder a program runs in, it would name many homes.
        if let home = variable("HOME"), home.hasPrefix("/") { return home }
        // Services run without HOME; the user database still knows it.
        return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_dir) } ?? "/"
    }
}
