internal import KeychainLibC
internal import PortableKeychain

/// The first messages of a connection (agent-protocol.md §4).
extension AgentLine {
    /// Answers the agent's challenge.
    static func greet(
        _ stream: FrameStream,
        _ owner: String?,
        _ process: Int32,
        within limit: Duration?
    ) throws(KeychainError) -> Session? {
        let nonce: [UInt8]?
        do throws(KeychainError) {
            nonce = try message(of: stream, within: limit) { kind, body in
                var reader = ByteReader(body)
                guard kind == .challenge, let version = try? reader.integer(UInt16.self),
                    version == Frame.version
                else { return nil }
                return try? reader.array(Frame.nonceLength)
            }
        } catch {
            close(stream.file)
            throw error
        }
        guard let nonce else {
            close(stream.file)
            return nil
        }
        let session = Session(stream, process: process, identity: nonce)
        var hello = SecretEncoder()
        hello.integer(Frame.version)
        hello.raw(nonce)
        if let owner { hello.text(owner) }
        guard let message = try? Frame.bytes(.hello, hello), stream.send(message) else {
            return nil
        }
        let reply: Result<AgentFeatures, KeychainError>?
        reply = try Self.message(of: stream, within: limit) { kind, body in
            switch kind {
            case .answer: return .success(AgentFeatures(welcome: body))
            case .failure:
                var reader = ByteReader(body)
                return (try? reader.error()).map { .failure($0) }
            default: return nil
            }
        }
        guard let reply else { return nil }
        session.features = try reply.get()
        return session
    }

    /// Receives a message of the greeting; `nil` if the agent sends something else, or leaves.
    private static func message<R>(
        of stream: FrameStream,
        within limit: Duration?,
        _ read: (Frame.Kind, UnsafeRawBufferPointer) -> R?
    ) throws(KeychainError) -> R? {
        do throws(FrameStream.End) {
            return try stream.receive(atMost: Frame.longestHello, within: limit, read)
        } catch {
            guard error == .late else { return nil }
            throw late(true)
        }
    }
}
