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

/// Accepts the clients of a socket and passes their messages to an ``Agent``, with a dedicated
/// thread for each client.
///
/// It limits the number of clients and refuses those of other users. The `ssh-agent` command
/// starts one and keeps it until the process ends.
package final class AgentServer: Sendable {
    /// The maximum number of clients; another one replaces the client that was silent for longest.
    static let mostClients = 64

    private let listener: Int32
    private let agent: Agent
    /// The times since which clients have been silent; `nil` while they wait for an answer.
    private let clients = Mutex<[Int32: ContinuousClock.Instant?]>([:])

    package init(_ listener: Int32, _ agent: Agent) {
        (self.listener, self.agent) = (listener, agent)
    }

    /// Serves until the process ends.
    package func start() {
        DispatchQueue(label: "clients").async { self.accept() }
        DispatchQueue(label: "lifetimes").async {
            // Removes added keys from memory soon after their lifetime, even without requests.
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
                // The client has closed the connection, or too many files are open: continue with
                // others.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            // Root is accepted, because it could also read this process's memory.
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

    /// Registers a client, and disconnects a silent one if the limit is reached.
    ///
    /// - Returns: Whether the client is accepted.
    private func admit(_ file: Int32) -> Bool {
        clients.withLock { clients in
            if clients.count >= Self.mostClients {
                let silent = clients.compactMap { file, since in since.map { (file, $0) } }
                guard let oldest = silent.min(by: { $0.1 < $1.1 }) else { return false }
                // Only shut down here: the client's thread closes it, so that its number is not
                // reused yet.
                shutdown(oldest.0, Int32(SHUT_RDWR))
                clients[oldest.0] = .some(nil)
            }
            clients[file] = .now
            return true
        }
    }
}
