internal import CKeychainPlatform
internal import KeychainLibC

/// The path of a Unix socket.
enum SocketPath {
    /// The path of a socket; `nil` if the descriptor is not a Unix socket, or has no path.
    static func of(_ file: Int32) -> String? {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let found = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(file, $0, &length)
            }
        }
        guard found == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return path.isEmpty ? nil : path
    }
}
