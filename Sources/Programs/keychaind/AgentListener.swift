internal import AgentSockets
internal import KeychainAgent
internal import KeychainLibC
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SSHAgent

/// The sockets on which keychaind serves the default keychain to other programs, after it asked the
/// user.
struct AgentListener {
    /// The paths of the sockets.
    struct Places {
        /// The path of the agent's socket; `nil` for the usual one.
        var agent: String?
        /// The path of the socket for ssh; `nil` for none.
        var ssh: String?
    }

    // First: threads that start later must not get the signals.
    private let life = AgentLife()
    private let sockets: [AgentSocket]

    /// Opens the default keychain and the sockets, and serves from now on.
    ///
    /// - Parameters:
    ///   - places: The sockets.
    ///   - surroundings: Objects that it shares with the other services of the process.
    /// - Throws: ``Failure`` or ``KeychainError``.
    init(_ places: Places, _ surroundings: DaemonSurroundings) throws {
        let inherited = InheritedSockets.take()
        var configuration = surroundings.configuration
        configuration.authenticator = surroundings.authenticator
        configuration.unlocksOnDemand = true
        let open = { @Sendable [configuration] () throws(KeychainError) -> Keychain in
            try Keychain.openOrCreate(.standard, configuration: configuration)
        }
        // It makes the folder in which the log is.
        let keychain = try open()
        let log = try AccessLog(configuration.folder + "/agent.log", clock: configuration.clock)
        var ofService = AgentService.Surroundings(
            asker: PinentryConsent(Self.pinentry),
            attention: surroundings.attention,
            log: log,
            retention: surroundings.retention
        )
        ofService.reopen = open
        let service = try AgentService(keychain, ofService)
        let socket = try Self.agentSocket(places, inherited)
        do {
            var sockets = [socket]
            if let ssh = try Self.sshSocket(places, inherited) {
                sockets.append(ssh)
                try Self.serveSSH(ssh, configuration)
            }
            try service.start(socket.listener)
            self.sockets = sockets
        } catch {
            socket.remove()
            throw error
        }
    }

    /// Waits for a signal that ends the process, and removes the sockets.
    func waitForEnd() {
        life.waitForSignal()
        close()
    }

    /// Removes the sockets, before the process ends.
    func close() { sockets.forEach { $0.remove() } }

    /// The program for dialogs: the one that the user chose, or the system's.
    private static var pinentry: PinentryAuthenticator {
        let chosen = UserEnvironment.variable("PORTABLE_KEYCHAIN_AUTHENTICATOR") ?? ""
        return chosen.hasPrefix("/")
            ? PinentryAuthenticator(program: chosen) : PinentryAuthenticator()
    }

    /// The agent's socket: one that the service manager passed on, the one that an option names, or
    /// that at the usual place.
    private static func agentSocket(
        _ places: Places,
        _ inherited: [String: Int32]
    ) throws -> AgentSocket {
        // The name that a socket without one has.
        let file = inherited["agent"] ?? inherited["unknown"]
        if places.agent == nil, let socket = file.flatMap({ AgentSocket(inherited: $0) }) {
            return socket
        }
        guard let path = places.agent ?? AgentLine.standardPath else {
            throw Failure(
                .usage,
                "XDG_RUNTIME_DIR is not set",
                advice: "name the agent's socket with --socket"
            )
        }
        return try listen(path, "--socket")
    }

    /// The socket for ssh, if there is one.
    private static func sshSocket(
        _ places: Places,
        _ inherited: [String: Int32]
    ) throws -> AgentSocket? {
        if let path = places.ssh { return try listen(path, "--ssh") }
        return inherited["ssh"].flatMap { AgentSocket(inherited: $0) }
    }

    private static func listen(_ path: String, _ option: String) throws -> AgentSocket {
        do {
            return try AgentSocket(path)
        } catch let refusal as AgentSocket.Refusal {
            var advice = "use \(option) with another path"
            if case .inUse = refusal { advice = "stop it, or \(advice)" }
            throw Failure(.unfit, refusal.problem, advice: advice)
        }
    }

    /// Serves the keys for ssh: all that are marked for it, as `keychainctl ssh-agent` does without
    /// options.
    private static func serveSSH(
        _ socket: AgentSocket,
        _ configuration: Keychain.Configuration
    ) throws {
        var configuration = configuration
        configuration.accessGroups = [AccessGroups.administrator]
        // The agent for ssh says when it may ask.
        configuration.unlocksOnDemand = false
        guard let authenticator = configuration.authenticator else { return }
        let open = { @Sendable [configuration] () throws(KeychainError) -> Keychain in
            try Keychain.open(.standard, configuration: configuration)
        }
        let keys = StoredKeys(
            keychain: try open(),
            pattern: ItemAttributes(),
            reopen: open,
            askToUnlock: { [configuration] keychain throws(KeychainError) in
                try keychain.unlock(asking: authenticator, configuration: configuration)
            }
        )
        let agent = Agent(
            keys,
            authenticator: authenticator,
            hostName: KnownHosts.ofUser.name(of:),
            complain: { Terminal.hint("keychaind: \(Failure($0).message)\n") },
            pause: { usleep(UInt32($0 / .microseconds(1))) }
        )
        AgentServer(socket.listener, agent).start()
    }
}
