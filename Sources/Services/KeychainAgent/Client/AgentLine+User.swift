internal import CKeychainPlatform
internal import KeychainLibC

extension AgentLine {
    /// Names an agent; nothing is connected yet.
    ///
    /// - Parameter path: The agent's socket.
    package convenience init(_ path: String) {
        self.init(path, ofUser: geteuid()) {
            var user = UInt32(0)
            let file = pk_socket_connect(path, &user)
            return (file, user)
        }
    }

    /// Names an agent of a user, which is that user's alone.
    ///
    /// - Parameters:
    ///   - path: The name of it in errors.
    ///   - user: The user.
    ///   - reach: Returns a connected socket, or -1, and the user who listens, as the kernel says.
    convenience init(
        _ path: String,
        ofUser user: UInt32,
        reach: @escaping @Sendable () -> (file: Int32, server: UInt32)
    ) {
        self.init(path) {
            let (file, server) = reach()
            // Another user's agent would learn every secret that is stored.
            guard file >= 0, server != user else { return file }
            close(file)
            return -1
        }
    }
}
