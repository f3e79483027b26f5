internal import CKeychainPlatform
internal import KeychainLibC

/// The sockets on which a service manager listened for this process, before it started it
/// (sd_listen_fds(3)).
package enum InheritedSockets {
    /// The first descriptor that is passed on.
    private static let first: Int32 = 3
    /// The largest number that is read.
    private static let most: Int32 = 16

    /// Takes the sockets, so that no program that this one starts has them, and forgets the variables.
    ///
    /// - Returns: The listening Unix sockets by their names; the first of each name. A socket
    ///   without a name is called `unknown`, as the service manager calls it.
    package static func take() -> [String: Int32] {
        defer { for variable in variables { unsetenv(variable) } }
        guard let process = number("LISTEN_PID"), process == getpid(),
            let count = number("LISTEN_FDS"), count > 0, count <= most
        else { return [:] }
        let names =
            value("LISTEN_FDNAMES")?
            .split(separator: ":", omittingEmptySubsequences: false).map(String.init) ?? []
        var sockets: [String: Int32] = [:]
        for index in 0..<count {
            let file = first + index
            guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, listens(file) else {
                continue
            }
            let name = names.indices.contains(Int(index)) ? names[Int(index)] : "unknown"
            sockets[name] = sockets[name] ?? file
        }
        return sockets
    }

    /// Whether a descriptor is a Unix socket that listens.
    private static func listens(_ file: Int32) -> Bool {
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(file, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0,
            isListening != 0
        else { return false }
        return SocketPath.of(file) != nil
    }

    private static let variables = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"]

    private static func value(_ name: String) -> String? {
        pk_environment(name).map { String(cString: $0) }
    }

    private static func number(_ name: String) -> Int32? { value(name).flatMap { Int32($0) } }
}
