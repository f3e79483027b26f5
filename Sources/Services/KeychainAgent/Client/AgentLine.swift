@_spi(Keepers) package import PortableKeychain
internal import Synchronization
internal import KeychainLibC

/// The connection of a program to the agent, which all its keepers share.
///
/// It connects when it is first needed, and again after the agent was restarted or the process
/// forked. One request is made at a time: a second one waits, also while the user is asked.
package final class AgentLine: Sendable {
    /// A connection, from the agent's nonce on.
    final class Session {
        let stream: FrameStream
        let process: Int32
        /// The nonce, which no other connection has.
        let identity: [UInt8]
        /// The features of the agent beside the first version of the protocol.
        var features: AgentFeatures = []
        /// The agent's numbers for lists of access groups.
        var views: [ViewName: UInt32] = [:]
        var isUsed = false

        init(_ stream: FrameStream, process: Int32, identity: [UInt8]) {
            (self.stream, self.process, self.identity) = (stream, process, identity)
        }

        deinit { close(stream.file) }
    }

    /// The description of a caller for the agent.
    struct ViewName: Hashable {
        let groups: [GroupName]
        let keepsHistory: Bool
    }

    /// `@unchecked Sendable`: used only by the thread whose turn it is.
    private final class State: @unchecked Sendable {
        var session: Session?
        private var lastContext: UInt64 = 0

        /// A number for a context that no other one has.
        func nextContext() -> UInt64 {
            lastContext += 1
            return lastContext
        }
    }

    /// The path of the agent's socket.
    package let path: String
    /// The owner of the keychain that a system's agent is asked for; `nil` for this user.
    let owner: String?
    /// Whether it is the system's agent.
    let isOfSystem: Bool
    private let connect: @Sendable () -> Int32
    /// The time for which it connects again, if the agent closes connections at once.
    private let patience: Duration
    /// The longest wait for an answer; `nil` for an agent that asks a person.
    private let answerTime: Duration?
    /// This process, of which a child is another one.
    private let process: @Sendable () -> Int32
    private let turn = Mutex(())
    private let state = State()
    /// Contexts that have ended, which the next request reports to the agent.
    ///
    /// Apart from `turn`, which is held during a request, and may release the last one in it.
    private let forgotten = ForgottenContexts()

    /// Names an agent that is reached in another way.
    ///
    /// - Parameters:
    ///   - path: The name of the agent in errors.
    ///   - owner: The owner of the keychain that a system's agent is asked for; `nil` for this
    ///     user.
    ///   - isOfSystem: Whether it is the system's agent.
    ///   - patience: The time for which it connects again, if the agent closes connections at once.
    ///   - answerTime: The longest wait for an answer; `nil` for an agent that asks a person.
    ///   - process: Returns the number of this process.
    ///   - connect: Returns a connected socket, which is closed after its use; -1 if there is none.
    init(
        _ path: String,
        owner: String? = nil,
        isOfSystem: Bool = false,
        patience: Duration = .zero,
        answerTime: Duration? = nil,
        process: @escaping @Sendable () -> Int32 = { getpid() },
        connect: @escaping @Sendable () -> Int32
    ) {
        (self.path, self.owner, self.isOfSystem) = (path, owner, isOfSystem)
        (self.patience, self.answerTime, self.connect) = (patience, answerTime, connect)
        self.process = process
    }

    /// Makes a request, and reads its answer.
    ///
    /// - Parameters:
    ///   - kind: The kind of the message.
    ///   - caller: The caller of the keeper; `nil` for a request about the whole keychain.
    ///   - needed: The features that an agent needs for this call.
    ///   - isRepeatable: Whether it changes nothing, so that it can be made again if the connection
    ///     ends in it.
    ///   - write: Writes the body, after the number of the groups.
    ///   - read: Reads the answer.
    /// - Returns: The result of `read`.
    /// - Throws: The agent's error, or ``KeychainError/Code/notAvailable``.
    func call<R>(
        _ kind: Frame.Kind,
        as caller: Keychain.AgentCaller? = nil,
        needing needed: AgentFeatures = [],
        isRepeatable: Bool,
        write: (RequestWriter, inout SecretEncoder) throws(KeychainError) -> Void,
        read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try turn.withLock { _ throws(KeychainError) -> Received<R> in
            while true {
                let session = try session()
                let wasUsed = session.isUsed
                session.isUsed = true
                do throws(LineFault) {
                    guard session.features.isSuperset(of: needed) else {
                        throw .failed(isOlder)
                    }
                    let groupsNumber = try view(caller, session)
                    let writer = RequestWriter(
                        number: { [self] in number(of: $0, session.identity) },
                        asksForPages: session.features.contains(.pages)
                    )
                    var body = SecretEncoder()
                    do throws(KeychainError) {
                        if let groupsNumber { body.integer(groupsNumber) }
                        try write(writer, &body)
                    } catch { throw .failed(error) }
                    return Received(try exchange(kind, body, session, read))
                } catch {
                    switch error {
                    case .failed(let error): throw error
                    case .notSent, .notAnswered:
                        state.session = nil
                        // A restarted agent has not seen what could not be sent.
                        guard wasUsed, isRepeatable || error.isNotSent else {
                            throw Self.ended(error.isNotSent || isRepeatable)
                        }
                    case .late:
                        // Its answer to this request must not be taken for that to the next one.
                        state.session = nil
                        throw Self.late(isRepeatable)
                    }
                }
            }
        }.value
    }

    private enum LineFault: Error {
        case notSent
        case notAnswered
        case late
        case failed(KeychainError)

        var isNotSent: Bool { if case .notSent = self { true } else { false } }
    }

    /// The number of a list of groups, which is sent to the agent first.
    private func view(
        _ caller: Keychain.AgentCaller?,
        _ session: Session
    ) throws(LineFault) -> UInt32? {
        guard let caller else { return nil }
        // An older agent would refuse what it does not know, and keeps nothing.
        let keeps = caller.keepsHistory && session.features.contains(.history)
        let name = ViewName(
            groups: caller.groups.names.map { GroupName($0) },
            keepsHistory: keeps
        )
        if let known = session.views[name] { return known }
        var body = SecretEncoder()
        body.list(caller.groups.names) { $0.text($1) }
        if keeps { body.flag(true) }
        let number = try exchange(.view, body, session) { reader throws(KeychainError) in
            try reader.integer(UInt32.self)
        }
        session.views[name] = number
        return number
    }

    private func exchange<R>(
        _ kind: Frame.Kind,
        _ body: SecretEncoder,
        _ session: Session,
        _ read: (inout ByteReader) throws(KeychainError) -> R
    ) throws(LineFault) -> R {
        let message: SecretBytes
        do throws(KeychainError) { message = try Frame.bytes(kind, body) } catch {
            throw .failed(error)
        }
        let released = forgotten.take(of: session.identity)
        if !released.isEmpty {
            var body = SecretEncoder()
            body.list(released) { $0.integer($1) }
            if let message = try? Frame.bytes(.forget, body) {
                guard session.stream.send(message) else { throw .notSent }
            }
        }
        guard session.stream.send(message) else { throw .notSent }
        let result: Result<R, KeychainError>
        do throws(FrameStream.End) {
            let (longest, wait) = (Frame.longestBody, answerTime)
            result = try session.stream.receive(atMost: longest, within: wait) { kind, body in
                Self.result(kind, body, read)
            }
        } catch { throw error == .late ? .late : .notAnswered }
        do throws(KeychainError) { return try result.get() } catch { throw .failed(error) }
    }

    private static func result<R>(
        _ kind: Frame.Kind,
        _ body: UnsafeRawBufferPointer,
        _ read: (inout ByteReader) throws(KeychainError) -> R
    ) -> Result<R, KeychainError> {
        var reader = ByteReader(body)
        do throws(KeychainError) {
            switch kind {
            case .answer:
                let value = try read(&reader)
                try reader.finish()
                return .success(value)
            case .failure: return .failure(try reader.error())
            default: throw Frame.malformed
            }
        } catch {
            return .failure(Self.malformedAnswer)
        }
    }

    /// Connects, if an agent runs.
    ///
    /// - Parameter limit: The longest wait for each message of the agent; `nil` for that of answers.
    /// - Returns: Whether one does.
    /// - Throws: ``KeychainError/Code/notAvailable`` if it does not accept this program, or does not answer
    ///   in time.
    package func connectIfPresent(within limit: Duration? = nil) throws(KeychainError) -> Bool {
        try turn.withLock { _ throws(KeychainError) in
            try sessionIfPresent(within: limit) != nil
        }
    }

    /// The connection; a new one if there is none.
    private func session() throws(KeychainError) -> Session {
        if let session = try sessionIfPresent() { return session }
        throw absent
    }

    /// The connection, or a new one if there is none; `nil` if no agent runs.
    private func sessionIfPresent(within limit: Duration? = nil) throws(KeychainError) -> Session? {
        // The agent knows the process that connected, and a child is another one.
        if let session = state.session, session.process == process() { return session }
        state.session = nil
        guard let stream = FrameStream.connected(within: patience, connect) else { return nil }
        guard let session = try Self.greet(stream, owner, process(), within: limit ?? answerTime)
        else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    The agent at \(path) does not accept this program, or speaks another version \
                    of the protocol.
                    """
            )
        }
        state.session = session
        return session
    }

    /// The number by which the agent knows a context.
    private func number(of context: AuthenticationContext, _ identity: [UInt8]) -> UInt64 {
        if let known = context.proof(ContextNumber.self, towards: identity) { return known.number }
        let number = ContextNumber(state.nextContext(), towards: identity, forgotten)
        context.setProof(number, towards: identity)
        return number.number
    }
}
