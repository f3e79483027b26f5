internal import CPlatform
internal import Dispatch
internal import PortableKeychain
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Lets the clients of a socket talk to an agent, each on a thread of its own.
package final class AgentServer: Sendable {
    /// So many clients at once; one more takes the place of the one that was silent for longest.
    static let mostClients = 64

    private let listener: Int32
    private let agent: Agent
    /// Since when clients have been silent; `nil` while they wait for an answer.
    private let clients = Mutex<[Int32: ContinuousClock.Instant?]>([:])

    package init(_ listener: Int32, _ agent: Agent) {
        (self.listener, self.agent) = (listener, agent)
    }

    /// Serves until the process ends.
    package func start() {
        DispatchQueue(label: "clients").async { self.accept() }
        DispatchQueue(label: "lifetimes").async {
            // Added keys leave memory soon after their time, though nobody asks for them.
            while true {
                sleep(30)
                self.agent.expire()
            }
        }
    }

    private func accept() {
        while true {
            var user: UInt32 = 0
            let file = pk_socket_accept(listener, &user)
            guard file >= 0 else {
                // Clients that gave up, or too many open files: there will be others.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            // The root user could read this process's memory as well.
            guard user == geteuid() || user == 0, admit(file) else {
                close(file)
                continue
            }
            DispatchQueue(label: "client").async { self.serve(AgentConnection(file: file)) }
        }
    }

    private func serve(_ connection: AgentConnection) {
        while var message = connection.receive() {
            clients.withLock { $0[connection.file] = .some(nil) }
            let reply = agent.answer(message)
            message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            guard connection.send(reply) else { break }
            clients.withLock { $0[connection.file] = .now }
        }
        clients.withLock { clients in
            clients[connection.file] = nil
            close(connection.file)
        }
    }

    /// Makes room for a client.
    ///
    /// - Returns: Whether there is any.
    private func admit(_ file: Int32) -> Bool {
        clients.withLock { clients in
            if clients.count >= Self.mostClients {
                let silent = clients.compactMap { file, since in since.map { (file, $0) } }
                guard let oldest = silent.min(by: { $0.1 < $1.1 }) else { return false }
                // Its own thread closes it; the number is not another's before.
                shutdown(oldest.0, Int32(SHUT_RDWR))
                clients[oldest.0] = .some(nil)
            }
            clients[file] = .now
            return true
        }
    }
}
