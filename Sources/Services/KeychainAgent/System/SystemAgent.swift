internal import AgentSockets
internal import CKeychainPlatform
internal import KeychainLibC
@_spi(Keepers) package import PortableKeychain

/// Serves all users of a machine, each with a keychain of its own (`Documentation/SystemAgent.md`).
///
/// It runs as a user of its own, so that only root can read its files or its memory. The kernel
/// says who a client is: the user that connected, and the process of each message. No user is asked
/// for consent; within its own keychain, a user's programs may do everything.
package final class SystemAgent: Sendable {
    /// The largest number of clients that a user has at once, of ``AgentSeats/most`` in all.
    static let mostClients = 16
    /// The size of a keychain's file, in bytes, from which nothing more is added.
    static let longestFile = 64 << 20
    /// The number of open keychains above which those that are not in use are closed.
    static let mostIdle = 100

    /// The service of an owner whose keychain is open.
    private struct Service {
        let agent: AgentService
        /// The number of clients, and of requests of this process, that use it.
        var users: Int
    }

    private let configuration: Keychain.Configuration
    private let chip: SharedChip?
    private let services = KeyedMutex<KeychainOwner, Service>()
    private let mostIdle: Int
    private let open: Opener
    /// The memory for the messages of all users.
    let room = MessageRoom()
    private let entropy: KeychainEntropy
    private let facts: @Sendable (Int32) -> ProcessFacts?
    private let exists: @Sendable (UInt32) -> Bool

    /// Opens an owner's keychain, or creates it.
    typealias Opener =
        @Sendable (KeychainOwner, Keychain.Configuration) throws(KeychainError) -> Keychain

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - configuration: The folder that contains a folder for each owner, and how keychains are
    ///     opened. No user is asked.
    ///   - chip: The chip of the machine; `nil` if users get none.
    ///   - exists: Whether the machine has a user.
    package convenience init(
        _ configuration: Keychain.Configuration,
        chip: SharedChip? = nil,
        exists: @escaping @Sendable (UInt32) -> Bool = { KeychainOwner.exists($0) }
    ) {
        self.init(configuration, chip: chip, exists: exists) { _, own throws(KeychainError) in
            try Keychain.openOrCreate(.standard, configuration: own)
        }
    }

    /// Creates an agent that opens keychains in another way, or keeps another number of them open.
    init(
        _ configuration: Keychain.Configuration,
        chip: SharedChip? = nil,
        exists: @escaping @Sendable (UInt32) -> Bool,
        facts: @escaping @Sendable (Int32) -> ProcessFacts? = { ProcessFacts(of: $0) },
        mostIdle: Int = SystemAgent.mostIdle,
        open: @escaping Opener
    ) {
        var configuration = configuration
        configuration.authenticator = nil
        configuration.unlocksOnDemand = false
        self.configuration = configuration
        (self.exists, self.facts, entropy) = (exists, facts, configuration.entropy)
        (self.chip, self.mostIdle, self.open) = (chip, mostIdle, open)
    }

    /// Serves the clients of a socket until the process ends.
    ///
    /// - Parameter listener: The listening socket, to which everybody can connect.
    /// - Throws: ``KeychainError/Code/unimplemented`` where the kernel does not say who sends.
    package func start(_ listener: Int32) throws(KeychainError) {
        try AgentGreeting.prepare(listener)
        ClientServer(listener, admits: .everybody, mostOfUser: Self.mostClients) { [self] client in
            serve(client.file, enter: client.enter)
        }.start()
    }

    /// The keychain of an owner, which is created at its first use.
    ///
    /// - Throws: Any error of opening the keychain.
    package func keychain(of owner: KeychainOwner) throws(KeychainError) -> Keychain {
        let service = try use(owner)
        defer { release(owner) }
        return service.keychain
    }

    /// The number of owners with a keychain that is open or being opened.
    var ownerCount: Int { services.count }

    /// Serves one connection until it ends; does not close it.
    func serve(_ file: Int32, enter: @escaping @Sendable (AgentSeats.Phase) -> Void = { _ in }) {
        let greeting = AgentGreeting(entropy: entropy, facts: facts) { [exists] in exists($0) }
        guard let guest = greeting.welcome(file, enter) else { return }
        do throws(KeychainError) {
            // No keychain is opened for it: a user may want only the chip.
            if let chip, guest.owner == SharedChip.owner { return try chip.converse(guest, enter) }
            let owner = try Self.owner(guest.owner, for: guest.user)
            let service = try use(owner)
            defer { release(owner) }
            guard let welcome = service.features.welcome, guest.stream.send(welcome) else { return }
            service.converse(guest, in: room.part(of: guest.user), enter)
        } catch {
            // Instead of the welcome, so that the client knows why.
            if let message = Frame.failure(error) { _ = guest.stream.send(message) }
        }
    }

    /// The owner of the keychain that a client uses: itself, or, for root, the one that it names.
    ///
    /// - Parameters:
    ///   - name: The user whom the client names; `nil` for its own.
    ///   - user: The user of the client.
    /// - Returns: The owner.
    /// - Throws: ``KeychainError/Code/missingEntitlement`` for the keychain of another user.
    static func owner(_ name: String?, for user: UInt32) throws(KeychainError) -> KeychainOwner {
        guard let name else { return .user(user) }
        // With an advice, because that of the code in general is about access groups.
        guard let owner = KeychainOwner(name) else {
            throw KeychainError(
                .missingEntitlement,
                reason: "There is no such owner. Use system:unit:NAME.service or system:user:NAME."
            )
        }
        guard user == 0 || owner == .user(user) else {
            throw KeychainError(
                .missingEntitlement,
                reason:
                    "Only root can use the keychains of others. Run this as root, or use 'system:'."
            )
        }
        return owner
    }

    /// The service of an owner, which stays open until ``release(_:)``.
    private func use(_ owner: KeychainOwner) throws(KeychainError) -> AgentService {
        try services.withLock(for: owner) { present throws(KeychainError) in
            let agent = if let present { present.agent } else { try makeService(of: owner) }
            present = Service(agent: agent, users: (present?.users ?? 0) + 1)
            return agent
        }
    }

    /// Ends a use, and closes the keychain if it is no longer in use and too many are open.
    private func release(_ owner: KeychainOwner) {
        let isFull = services.count > mostIdle
        services.withLock(for: owner) { present in
            present?.users -= 1
            if isFull, present?.users == 0 { present = nil }
        }
    }

    private func makeService(of owner: KeychainOwner) throws(KeychainError) -> AgentService {
        var configuration = configuration
        configuration.folder += "/" + owner.folder
        let keychain = try open(owner, configuration)
        return try AgentService(
            keychain,
            AgentService.Surroundings(
                asker: nil,
                log: try AccessLog(
                    configuration.folder + "/agent.log",
                    clock: configuration.clock
                ),
                entropy: entropy
            ),
            longestFile: Self.longestFile
        )
    }
}
