internal import AgentSockets
internal import KeychainAgent
internal import KeychainLibC
internal import KeychainctlKit
internal import PortableKeychain
internal import SSHAgent

/// The sockets on which keychaind serves the default keychain to other programs, after it asked the
/// user.
struct AgentDoor {
    /// Where the sockets are.
    struct Places {
        /// That of the agent; `nil` for the usual one.
        var agent: String?
        /// That for ssh; `nil` for none.
        var ssh: String?
    }

    // First: threads that start later must not get the signals.
    private let life = AgentLife()
    private let sockets: [AgentSocket]

    /// Opens the default keychain and the sockets, and serves from now on.
    ///
    /// - Parameters:
    ///   - places: The sockets.
    ///   - configuration: The folder of the keychain, without its own way of asking.
    ///   - authenticator: Asks the user for passcodes.
    /// - Throws: ``Failure`` or ``KeychainError``.
    init(
        _ places: Places,
        _ configuration: Keychain.Configuration,
        asking authenticator: any Authenticator
    ) throws {
        guard let path = places.agent ?? AgentLine.standardPath else {
            throw Failure(
                .usage,
                "XDG_RUNTIME_DIR is not set",
                advice: "name the agent's socket with --socket"
            )
        }
        let attention = Attention()
        var configuration = configuration
        configuration.authenticator = attention.taking(authenticator)
        configuration.unlocksOnDemand = true
        let keychain = try Keychain.openOrCreate(.standard, configuration: configuration)
        let log = try AccessLog(configuration.folder + "/agent.log", clock: configuration.clock)
        let service = try AgentService(
            keychain,
            AgentService.Surroundings(
                asker: PinentryConsent(Self.pinentry),
                attention: attention,
                log: log
            )
        )
        let socket = try Self.listen(path, "--socket")
        do {
            var sockets = [socket]
            if let path = places.ssh {
                let ssh = try Self.listen(path, "--ssh")
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
        let keys = StoredKeys(
            keychain: try Keychain.open(.standard, configuration: configuration),
            pattern: ItemAttributes(),
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
