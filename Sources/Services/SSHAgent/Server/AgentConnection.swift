internal import CKeychainPlatform
internal import PortableKeychain
internal import KeychainLibC

/// Receives messages from one client of the agent, and sends replies to it.
///
/// ``AgentServer`` creates one for each client and uses it on a dedicated thread. It only splits
/// the stream into messages and limits their size and duration; it does not interpret them.
struct AgentConnection {
    let file: Int32
    /// The time limit from the first to the last byte of a message, and of a reply.
    var patience = Duration.seconds(10)

    /// The maximum length of a message, as in OpenSSH's agent.
    static let longestMessage = 256 << 10

    /// Waits for the first byte of a message, or the end of the connection.
    func waitForMessage() { _ = wait(until: nil) }

    /// Receives a message whose first byte has arrived.
    ///
    /// - Returns: The message without its length; `nil` if the client has closed the connection, is
    ///   too slow, or sends an invalid length.
    func receive() -> [UInt8]? {
        let deadline = ContinuousClock.now + patience
        guard let header = read(4, until: deadline) else { return nil }
        let count = header.reduce(0) { $0 << 8 | Int($1) }
        guard (1...Self.longestMessage).contains(count) else { return nil }
        return read(count, until: deadline)
    }

    /// Sends a reply.
    ///
    /// - Returns: Whether it was sent completely: a client that does not read it in time receives
    ///   nothing further.
    func send(_ reply: AgentReply) -> Bool {
        let bytes = reply.bytes
        let milliseconds = Int32((patience / .milliseconds(1)).rounded(.up))
        return bytes.withUnsafeBytes {
            pk_socket_send(file, $0.baseAddress, $0.count, milliseconds)
        } == 0
    }

    /// Whether the client has not closed the connection.
    var isOpen: Bool {
        var request = pollfd(fd: file, events: 0, revents: 0)
        return poll(&request, 1, 0) == 0
    }

    private func read(_ count: Int, until deadline: ContinuousClock.Instant) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            guard wait(until: deadline) else { break }
            let step = bytes.withUnsafeMutableBytes {
                recv(file, $0.baseAddress?.advanced(by: filled), count - filled, 0)
            }
            if step < 0, errno == EINTR { continue }
            guard step > 0 else { break }
            filled += step
        }
        guard filled < count else { return bytes }
        // The incomplete message may contain a part of a private key.
        bytes.withUnsafeMutableBytes { SecretBytes.zero($0) }
        return nil
    }

    /// Waits until data can be read, or the client has closed the connection.
    private func wait(until deadline: ContinuousClock.Instant?) -> Bool {
        while true {
            var milliseconds: Int32 = -1
            if let deadline {
                let left = (deadline - .now) / .milliseconds(1)
                guard left > 0 else { return false }
                milliseconds = Int32(left.rounded(.up))
            }
            var request = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            let ready = poll(&request, 1, milliseconds)
            if ready < 0, errno == EINTR { continue }
            return ready > 0
        }
    }
}
