internal import CKeychainPlatform
internal import KeychainLibC
internal import PortableKeychain

extension AgentLine {
    /// Twice as long as the agent works on a request (``RequestTurn/longest``): others have turns too.
    private static let longestAnswer = RequestTurn.longest * 2

    /// Names the system's agent; nothing is connected yet.
    ///
    /// - Parameters:
    ///   - path: Its socket.
    ///   - owner: The owner of the requested keychain, as ``KeychainOwner`` reads it; `nil` for
    ///     this user.
    ///   - patience: The time for which it connects again, if this user has too many connections.
    package convenience init(
        system path: String,
        owner: String? = nil,
        patience: Duration = .zero
    ) {
        self.init(
            path,
            owner: owner,
            isOfSystem: true,
            patience: patience,
            answerTime: Self.longestAnswer
        ) {
            var user = UInt32(0)
            let file = pk_socket_connect(path, &user)
            guard file >= 0, !Self.isTrusted(path, server: user) else { return file }
            close(file)
            return -1
        }
    }

    /// Whether a server at a path is the one that root has put there: another listener would learn
    /// every secret that is stored.
    ///
    /// A service manager listens as root for the agent. Root trusts another user's folder only in
    /// the place where root alone can make one: a variable can name any.
    ///
    /// - Parameters:
    ///   - path: The path of the socket.
    ///   - server: The user who listens, as the kernel says.
    ///   - client: The user of this process.
    /// - Returns: Whether it is trusted.
    static func isTrusted(
        _ path: String,
        server: UInt32,
        client: UInt32 = geteuid()
    ) -> Bool {
        var facts = stat()
        guard path.contains(sign: "/"),
            stat(PrivateFile.split(path).folder, &facts) == 0, facts.st_mode & 0o022 == 0,
            [0, facts.st_uid].contains(server)
        else { return false }
        let isRoots = facts.st_uid == 0 && server == 0
        return client != 0 || isRoots || path == UserEnvironment.standardSystemAgent
    }
}
