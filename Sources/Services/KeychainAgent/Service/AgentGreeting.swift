internal import AgentSockets
internal import CKeychainPlatform
internal import KeychainLibC
@_spi(Keepers) internal import PortableKeychain

/// Finds out who connected (agent-protocol.md §4).
struct AgentGreeting {
    /// A client that has shown that it is there.
    struct Guest {
        let stream: FrameStream
        let facts: ProcessFacts
        let handle: ProcessHandle
        /// Its user, when it connected.
        let user: UInt32
        /// The owner of the keychain that it asks for; `nil` for its own.
        let owner: String?

        /// The program, for people.
        var program: String { facts.executable?.path ?? KernelProcess.program(facts.process) }

        /// Answers the messages of the client until it leaves or has to.
        ///
        /// - Parameters:
        ///   - longest: The longest body of a message.
        ///   - room: The room that this user's messages may take; `nil` for no limit.
        ///   - enter: Called with the state of the client.
        ///   - reply: The answer to a message; an inner `nil` for a message without one, `nil` for a
        ///     client that has to leave.
        func converse(
            atMost longest: Int,
            in room: MessageRoom.OfUser? = nil,
            _ enter: @escaping @Sendable (AgentSeats.Phase) -> Void,
            _ reply: (Frame.Kind, UnsafeRawBufferPointer) -> SecretBytes??
        ) {
            while true {
                enter(.silent)
                let answer: SecretBytes??
                do throws(FrameStream.End) {
                    answer = try stream.receive(
                        atMost: longest,
                        in: room,
                        begun: { enter(.receiving) },
                        { kind, body in
                            enter(.answering)
                            if handle.hasEnded { return nil }
                            guard let room else { return reply(kind, body) }
                            let file = stream.file
                            return room.answer(
                                to: body.count,
                                isWanted: { FrameStream.isOpen(file) },
                                { reply(kind, body) }
                            )
                        }
                    )
                } catch {
                    guard error == .noRoom else { return }
                    answer = Frame.failure(MessageRoom.full).map { .some($0) }
                }
                guard let answer else { return }
                guard let message = answer else { continue }
                enter(.sending)
                defer { room?.give(message.count) }
                guard stream.send(message) else { return }
            }
        }
    }

    let entropy: KeychainEntropy
    let facts: @Sendable (Int32) -> ProcessFacts?
    /// Whether a user is served.
    let admits: @Sendable (UInt32) -> Bool

    /// Makes the kernel attach the sender to each message, before any client connects: earlier
    /// messages come without it.
    ///
    /// - Throws: ``KeychainError/Code/unimplemented`` where the kernel does not.
    static func prepare(_ listener: Int32) throws(KeychainError) {
        guard pk_socket_pass_credentials(listener) == 0 else {
            throw KeychainError(
                .unimplemented,
                reason: "This system does not say which process sends a message."
            )
        }
    }

    /// Greets a client; the caller still has to send the welcome.
    ///
    /// The facts are read twice, and between them the process shows that it is there: another program
    /// that takes its place in between does not know the nonce, and one that hands the connection on
    /// has another number.
    func welcome(_ file: Int32, _ enter: (AgentSeats.Phase) -> Void) -> Guest? {
        var (user, process) = (UInt32(0), Int32(0))
        guard pk_socket_pass_credentials(file) == 0,
            pk_socket_peer(file, &user, &process) == 0, admits(user)
        else { return nil }
        let handle = ProcessHandle(pk_socket_peer_pidfd(file))
        guard let before = facts(process) else { return nil }
        let stream = FrameStream(file, sender: FrameStream.Sender(user: user, process: process))
        let nonce = entropy.bytes(Frame.nonceLength)
        var challenge = SecretEncoder()
        challenge.integer(Frame.version)
        challenge.raw(nonce)
        guard let message = try? Frame.bytes(.challenge, challenge), stream.send(message) else {
            return nil
        }
        let hello = try? stream.receive(
            atMost: Frame.longestHello,
            begun: { enter(.receiving) },
            { kind, body in
                // Opening the keychain can take long, and is not the client's fault.
                enter(.answering)
                return Hello(kind, body, nonce)
            }
        )
        guard let hello, !handle.hasEnded, facts(process) == before else { return nil }
        return Guest(
            stream: stream,
            facts: before,
            handle: handle,
            user: user,
            owner: hello.owner
        )
    }

    /// The client's answer to the challenge.
    private struct Hello {
        let owner: String?

        init?(_ kind: Frame.Kind, _ body: UnsafeRawBufferPointer, _ nonce: [UInt8]) {
            var reader = ByteReader(body)
            guard kind == .hello, let version = try? reader.integer(UInt16.self),
                let answer = try? reader.array(Frame.nonceLength),
                // Not a secret: it only shows that the process is there.
                version == Frame.version, answer == nonce
            else { return nil }
            guard reader.remaining > 0 else {
                owner = nil
                return
            }
            guard let name = try? reader.text(), reader.remaining == 0 else { return nil }
            owner = name
        }
    }
}
