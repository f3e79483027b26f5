internal import AgentSockets
internal import CKeychainPlatform
internal import KeychainAgent
internal import KeychainLibC
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The sockets on which keychaind serves all users of a machine, and systemd.
struct SystemListener {
    private static let folder = "/var/lib/keychaind"
    private static let agentPath = "/run/keychaind/agent"
    private static let credentialsPath = "/run/keychaind/credentials"

    // First: threads that start later must not get the signals.
    private let life = AgentLife()
    private let sockets: [AgentSocket]

    /// Opens the sockets, and serves from now on.
    ///
    /// - Parameters:
    ///   - agent: The socket for users; `nil` for that of the service manager, or the usual one.
    ///   - credentials: The socket for systemd; `nil` as for the other one.
    /// - Throws: ``Failure`` or ``KeychainError``.
    init(agent: String?, credentials: String?) throws {
        guard geteuid() != 0 else {
            throw Failure(
                .unfit,
                "the agent of the system runs as a user of its own, and not as root",
                advice: "use the units that are installed with it, or User= in others"
            )
        }
        // Otherwise each of the threads for 64 clients would keep the memory of its longest message.
        pk_long_blocks_return(256 << 10)
        let inherited = InheritedSockets.take()
        var configuration = Keychain.Configuration.fromEnvironment(folder: try Self.stateFolder())
        configuration.accessGroups = [AccessGroups.administrator]
        // Else it would ask itself, as a user who may not use the chip.
        if !TPMAccess.isDirect { configuration.token = nil }
        let folder = configuration.folder
        let log = try AccessLog(folder + "/credentials.log", clock: configuration.clock)
        let chip = SharedChip(
            log: try AccessLog(folder + "/tpm.log", clock: configuration.clock)
        ) {
            TPMAccess.isDirect ? ProgramToken.tpm : nil
        }
        let system = SystemAgent(configuration, chip: chip)
        let users = try Self.socket(
            agent,
            inherited["agent"],
            Self.agentPath,
            .everybody,
            "--socket"
        )
        do {
            let manager = try Self.socket(
                credentials,
                inherited["credentials"],
                Self.credentialsPath,
                .ownerInSharedFolder,
                "--credentials"
            )
            sockets = [users, manager]
            try system.start(users.listener)
            CredentialService(log: log) { unit throws(KeychainError) in
                try system.keychain(of: .unit(unit))
            }.start(manager.listener)
        } catch {
            users.remove()
            throw error
        }
    }

    /// Waits for a signal that ends the process, and removes the sockets.
    func waitForEnd() {
        life.waitForSignal()
        sockets.forEach { $0.remove() }
    }

    /// The folder for keychains: that of the service manager, or the usual one.
    private static func stateFolder() throws -> String {
        let given = UserEnvironment.variable("STATE_DIRECTORY") ?? ""
        let path = given.hasPrefix("/") ? given : folder
        mkdir(path, 0o700)
        var facts = stat()
        guard stat(path, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & 0o077 == 0 else {
            throw Failure(
                .unfit,
                "\(path) is not a folder of this user that nobody else can access",
                advice: "run 'chown' and 'chmod 700' on it, or name another one in STATE_DIRECTORY"
            )
        }
        return path
    }

    private static func socket(
        _ chosen: String?,
        _ inherited: Int32?,
        _ usual: String,
        _ reach: AgentSocket.Reach,
        _ option: String
    ) throws -> AgentSocket {
        if chosen == nil, let socket = inherited.flatMap({ AgentSocket(inherited: $0) }) {
            return socket
        }
        do {
            return try AgentSocket(chosen ?? usual, for: reach)
        } catch let refusal as AgentSocket.Refusal {
            throw Failure(.unfit, refusal.problem, advice: "use \(option) with another path")
        }
    }
}
