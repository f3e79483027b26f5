package import AgentSockets
internal import CKeychainPlatform
@_spi(Keepers) package import PortableKeychain
internal import Synchronization
internal import KeychainLibC

/// The service that gives the user's programs access to one keychain, and asks the user which of
/// them may use which access group (`Specification/agent-protocol.md`).
///
/// The keys stay in this process: clients get items, and no keys of the keychain. Used from a thread
/// for each client; what they share is locked.
package final class AgentService: Sendable {
    /// Parameters of the agent that come from outside.
    package struct Surroundings: Sendable {
        /// Asks for consent, one question at a time; `nil` if clients may use all access groups.
        package var asker: (any ConsentAsker)?
        /// The user's attention, which the authenticator of the keychain shares.
        package var attention: Attention
        /// The log of accesses; `nil` for none.
        package var log: AccessLog?
        /// The unlocked keys of the process; `nil` if no keychain can be exclusive.
        package var retention: AgentRetention?
        /// Opens the keychain again after its file was moved, removed or replaced; `nil` if that
        /// cannot happen.
        package var reopen: (@Sendable () throws(KeychainError) -> Keychain)?
        /// Randomness for nonces.
        package var entropy: KeychainEntropy
        /// A time that only goes forward.
        package var now: @Sendable () -> ContinuousClock.Instant
        /// The kernel's facts about a process.
        var facts: @Sendable (Int32) -> ProcessFacts?
        /// The name that decisions use for an executable with a declared name; `nil` if it is not
        /// declared.
        var declaration: @Sendable (String, String?) -> String?

        /// Makes them.
        package init(
            asker: (any ConsentAsker)?,
            attention: Attention = Attention(),
            log: AccessLog? = nil,
            retention: AgentRetention? = nil,
            entropy: KeychainEntropy = .system,
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            (self.asker, self.attention, self.log) = (asker, attention, log)
            (self.retention, self.entropy, self.now) = (retention, entropy, now)
            facts = { ProcessFacts(of: $0) }
            declaration = { DeclaredPrograms.installed.declaration(of: $0, calledAs: $1) }
        }
    }

    /// A question for which there was no way to ask the user, with the subject of its answer.
    struct Waiting {
        var question: OpenQuestion
        var caller: Caller
        /// The process, and the one that started it, for an answer that is not remembered.
        var facts: ProcessFacts
        var starter: RunningProcess?
    }

    /// A keychain that is served, and the user's decisions in it.
    struct Served: Sendable {
        let keychain: Keychain
        let grants: GrantBook
        /// The number of keychains that were served before it.
        let number: Int

        init(_ keychain: Keychain, number: Int = 0) throws(KeychainError) {
            (self.keychain, self.number) = (keychain, number)
            grants = try GrantBook(keychain)
        }
    }

    struct State {
        var limit = QuestionLimit()
        var waiting: [Waiting] = []
        var lastQuestion: UInt64 = 0
        /// Answers that no process has taken yet.
        var given: [GivenOnce] = []
    }

    /// The largest number of waiting questions; a new one replaces the oldest.
    static let mostWaiting = 16

    let surroundings: Surroundings
    /// The features that are announced to clients.
    let features: AgentFeatures
    /// The number of bytes in use from which on the keychain takes nothing more; `nil` for no limit.
    private let longestFile: Int?
    let state = Mutex(State())
    private let current: Mutex<Served>
    private let server = Mutex<ClientServer?>(nil)

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - keychain: The keychain that it serves.
    ///   - surroundings: Parameters that come from outside.
    ///   - longestFile: The number of bytes in use from which on the keychain takes nothing more;
    ///     `nil` for no limit.
    /// - Throws: Any error of reading the decisions in the keychain; ``KeychainError/Code/unimplemented`` for a limit
    ///   on a keychain whose keeper cannot say how large it is.
    package convenience init(
        _ keychain: Keychain,
        _ surroundings: Surroundings,
        longestFile: Int? = nil
    ) throws(KeychainError) {
        try self.init(keychain, surroundings, longestFile: longestFile, features: .all)
    }

    /// Creates an agent of another version.
    init(
        _ keychain: Keychain,
        _ surroundings: Surroundings,
        longestFile: Int?,
        features: AgentFeatures
    ) throws(KeychainError) {
        (self.surroundings, self.longestFile) = (surroundings, longestFile)
        self.features = features
        current = Mutex(try Served(keychain))
        if longestFile != nil, try keychain.contentLength == nil {
            throw KeychainError(
                .unimplemented,
                reason:
                    "The keeper of this keychain cannot say how large it is, so the agent cannot limit its size."
            )
        }
    }

    /// The keychain that is served now.
    var served: Served { current.withLock { $0 } }

    var keychain: Keychain { served.keychain }

    /// Opens the keychain again, so that the next message finds the file that is there now.
    ///
    /// - Parameters:
    ///   - gone: The keychain whose file was moved, removed or replaced.
    ///   - error: The error that says so.
    /// - Returns: The error for the client, with the next step.
    func reopen(_ gone: Served, after error: KeychainError) -> KeychainError {
        guard let open = surroundings.reopen else { return error }
        do throws(KeychainError) {
            try current.withLock { current throws(KeychainError) in
                // Another client's message may have had the same error.
                guard current.number == gone.number else { return }
                let next = try Served(open(), number: gone.number + 1)
                // Consent for one time was given for the other one's items.
                state.withLock { $0.given = [] }
                current = next
            }
        } catch {
            return error
        }
        return KeychainError(
            .noSuchKeychain,
            reason: """
                The keychain's file was moved, removed or replaced. The agent has opened the one that is there \
                now: do this again.
                """
        )
    }

    /// Refuses requests that store something, if the keychain has as many bytes in use as it may have.
    func checkRoom(for requests: [ItemRequest]) throws(KeychainError) {
        guard let longestFile, requests.contains(where: \.stores) else { return }
        guard let length = try keychain.contentLength, length < longestFile else {
            throw KeychainError(
                .diskFull,
                reason: """
                    The keychain has as many bytes as the agent allows. Delete items for good first: \
                    what was only deleted is kept.
                    """
            )
        }
    }

    /// The number of connected clients.
    package var clientCount: Int { server.withLock { $0?.clientCount ?? 0 } }

    /// Serves the clients of a socket until the process ends.
    ///
    /// - Parameter listener: The listening socket.
    /// - Throws: ``KeychainError/Code/unimplemented`` where the kernel does not say who sends.
    package func start(_ listener: Int32) throws(KeychainError) {
        try AgentGreeting.prepare(listener)
        // Not even root's: the sender of its messages could be any process.
        let server = ClientServer(listener, admits: .own) { [self] client in
            serve(client.file, enter: client.enter)
        }
        self.server.withLock { $0 = server }
        server.start()
    }

    /// Serves one connection until it ends; does not close it.
    ///
    /// - Parameters:
    ///   - file: The connection.
    ///   - enter: Called with the state of the client.
    package func serve(
        _ file: Int32,
        enter: @escaping @Sendable (AgentSeats.Phase) -> Void = { _ in }
    ) {
        let greeting = AgentGreeting(entropy: surroundings.entropy, facts: surroundings.facts) {
            $0 == geteuid()
        }
        guard let guest = greeting.welcome(file, enter), guest.owner == nil,
            let welcome = features.welcome, guest.stream.send(welcome)
        else { return }
        converse(guest, enter)
    }

    /// Answers the messages of a client that was welcomed.
    ///
    /// - Parameters:
    ///   - guest: The client.
    ///   - room: The room that its user's messages may take; `nil` for no limit.
    ///   - enter: Called with the state of the client.
    func converse(
        _ guest: AgentGreeting.Guest,
        in room: MessageRoom.OfUser? = nil,
        _ enter: @escaping @Sendable (AgentSeats.Phase) -> Void
    ) {
        let connection = ServedConnection(self, guest)
        guest.converse(atMost: Frame.longestBody, in: room, enter) {
            connection.reply(to: $0, $1)
        }
    }
}

/// A descriptor of a process, whose number cannot come to mean another one.
final class ProcessHandle: Sendable {
    private let file: Int32

    /// Takes a descriptor over; -1 for none.
    init(_ file: Int32) { self.file = file }

    deinit { if file >= 0 { close(file) } }

    /// Whether the process has ended, as far as the kernel says.
    var hasEnded: Bool { file >= 0 && pk_process_has_ended(file) != 0 }
}

extension SecretBytes {
    /// An answer without content.
    static let ready = SecretBytes([0, 0, 0, 1, Frame.Kind.answer.rawValue])
}

extension ItemRequest {
    /// Whether the request can make a keychain longer.
    fileprivate var stores: Bool {
        switch verb {
        case .add, .update: true
        case .copyMatching, .delete: false
        }
    }
}
