package import AgentSockets
internal import CKeychainPlatform
package import PortableKeychain
internal import Synchronization
internal import KeychainLibC

/// Serves one keychain to the programs of its user, who is asked which of them may use which access
/// group (`Specification/agent-protocol.md`).
///
/// The keys stay in this process: clients get items, and no keys of the keychain. Used from a thread
/// for each client; what they share is locked.
package final class AgentService: Sendable {
    /// What the agent takes from outside.
    package struct Surroundings: Sendable {
        /// Asks for consent, one question at a time.
        package var asker: any ConsentAsker
        /// The user's attention, which the authenticator of the keychain shares.
        package var attention: Attention
        /// Where accesses are noted; `nil` for nowhere.
        package var log: AccessLog?
        /// Where the process has unlocked keys; `nil` if no keychain can be exclusive.
        package var retention: AgentRetention?
        /// Randomness for nonces.
        package var entropy: KeychainEntropy
        /// A time that only goes forward.
        package var now: @Sendable () -> ContinuousClock.Instant
        /// The kernel's facts about a process.
        var facts: @Sendable (Int32) -> ProcessFacts?

        /// Makes them.
        package init(
            asker: any ConsentAsker,
            attention: Attention = Attention(),
            log: AccessLog? = nil,
            retention: AgentRetention? = nil,
            entropy: KeychainEntropy = .system,
            now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
        ) {
            (self.asker, self.attention, self.log) = (asker, attention, log)
            (self.retention, self.entropy, self.now) = (retention, entropy, now)
            facts = { ProcessFacts(of: $0) }
        }
    }

    /// A question that nobody could be asked, and what its answer is about.
    struct Waiting {
        var question: OpenQuestion
        var caller: Caller
        /// The process, for callers that cannot be remembered.
        var facts: ProcessFacts
    }

    struct State {
        var limit = QuestionLimit()
        var waiting: [Waiting] = []
        var lastQuestion: UInt64 = 0
        /// Answers to questions of processes whose programs cannot be remembered.
        var given: [(facts: ProcessFacts, group: String)] = []
    }

    /// So many questions wait at most; a new one replaces the oldest.
    static let mostWaiting = 16

    let keychain: Keychain
    let surroundings: Surroundings
    let grants: GrantBook
    let state = Mutex(State())
    private let server = Mutex<ClientServer?>(nil)

    /// Creates an agent.
    ///
    /// - Parameters:
    ///   - keychain: The keychain that it serves.
    ///   - surroundings: What it takes from outside.
    /// - Throws: What reading the decisions in the keychain throws.
    package init(_ keychain: Keychain, _ surroundings: Surroundings) throws(KeychainError) {
        (self.keychain, self.surroundings) = (keychain, surroundings)
        grants = try GrantBook(keychain)
    }

    /// How many clients are connected.
    package var clientCount: Int { server.withLock { $0?.clientCount ?? 0 } }

    /// Serves the clients of a socket until the process ends.
    ///
    /// - Parameter listener: The listening socket.
    /// - Throws: ``KeychainError/Code/unimplemented`` where the kernel does not say who sends.
    package func start(_ listener: Int32) throws(KeychainError) {
        // Before anybody connects: what arrives earlier comes without its sender.
        guard pk_socket_pass_credentials(listener) == 0 else {
            throw KeychainError(
                .unimplemented,
                reason: "This system does not say which process sends a message."
            )
        }
        // Not even root's: what it sends could come from anybody.
        let server = ClientServer(listener, acceptsRoot: false) { [self] client in
            serve(client.file, enter: client.enter)
        }
        self.server.withLock { $0 = server }
        server.start()
    }

    /// Serves one connection until it ends; does not close it.
    ///
    /// - Parameters:
    ///   - file: The connection.
    ///   - enter: Told what the client does.
    package func serve(
        _ file: Int32,
        enter: @escaping @Sendable (AgentSeats.Phase) -> Void = { _ in }
    ) {
        guard let (connection, stream) = welcome(file, enter) else { return }
        while true {
            enter(.silent)
            let reply: SecretBytes??
            do throws(FrameStream.End) {
                reply = try stream.receive(
                    atMost: Frame.longestBody,
                    begun: { enter(.receiving) },
                    { kind, body in
                        enter(.answering)
                        return connection.reply(to: kind, body)
                    }
                )
            } catch { return }
            guard let reply else { return }
            guard let message = reply else { continue }
            enter(.sending)
            guard stream.send(message) else { return }
        }
    }

    /// Finds out who connected (agent-protocol.md §4).
    ///
    /// The facts are read twice, and between them the process shows that it is there: another program
    /// that takes its place in between does not know the nonce, and one that hands the connection on
    /// has another number.
    private func welcome(
        _ file: Int32,
        _ enter: (AgentSeats.Phase) -> Void
    ) -> (ServedConnection, FrameStream)? {
        var (user, process) = (UInt32(0), Int32(0))
        guard pk_socket_pass_credentials(file) == 0,
            pk_socket_peer(file, &user, &process) == 0, user == geteuid()
        else { return nil }
        let handle = ProcessHandle(pk_socket_peer_pidfd(file))
        guard let before = surroundings.facts(process) else { return nil }
        let stream = FrameStream(file, sender: process)
        let nonce = surroundings.entropy.bytes(Frame.nonceLength)
        var challenge = SecretEncoder()
        challenge.integer(Frame.version)
        challenge.raw(nonce)
        guard let message = try? Frame.bytes(.challenge, challenge), stream.send(message) else {
            return nil
        }
        let isRight = try? stream.receive(
            atMost: Frame.longestHello,
            begun: { enter(.receiving) },
            { kind, body in Self.isHello(kind, body, nonce) }
        )
        guard isRight == true, !handle.hasEnded, surroundings.facts(process) == before,
            stream.send(.ready)
        else { return nil }
        return (ServedConnection(self, stream: stream, facts: before, handle: handle), stream)
    }

    private static func isHello(
        _ kind: Frame.Kind,
        _ body: UnsafeRawBufferPointer,
        _ nonce: [UInt8]
    ) -> Bool {
        var reader = ByteReader(body)
        guard kind == .hello, let version = try? reader.integer(UInt16.self),
            let answer = try? reader.array(Frame.nonceLength), reader.remaining == 0
        else { return false }
        // Not a secret: it only shows that the process is there.
        return version == Frame.version && answer == nonce
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
