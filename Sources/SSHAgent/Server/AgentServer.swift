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
    private let listener: Int32
    private let agent: Agent
    private let seats = Mutex(AgentSeats())

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
            var (user, process) = (UInt32(0), Int32(0))
            let file = pk_socket_accept(listener, &user, &process)
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
            // Now, because the number of a process is used again soon after its end.
            let program = Self.program(of: process)
            DispatchQueue(label: "client").async {
                self.serve(AgentConnection(file: file), program)
            }
        }
    }

    private func serve(_ connection: AgentConnection, _ program: String) {
        let client = AgentClient(program: program) { connection.isOpen }
        while true {
            connection.waitForMessage()
            enter(.receiving, connection)
            guard var message = connection.receive() else { break }
            enter(.answering, connection)
            let reply = agent.answer(message, for: client)
            message.withUnsafeMutableBytes { SecretBytes.zero($0) }
            enter(.sending, connection)
            guard connection.send(reply) else { break }
            enter(.silent, connection)
        }
        seats.withLock { seats in
            seats.leave(connection.file)
            close(connection.file)
        }
    }

    private func enter(_ phase: AgentSeats.Phase, _ connection: AgentConnection) {
        seats.withLock { $0.enter(phase, connection.file, at: .now) }
    }

    /// Gives a client a seat, and disconnects another one if all are taken.
    ///
    /// - Returns: Whether the client is accepted: not if all others are being answered for seconds.
    private func admit(_ file: Int32) -> Bool {
        for _ in 0..<500 {
            let isAdmitted = seats.withLock { seats in
                guard let leaving = seats.admit(file, at: .now) else { return false }
                // Only shut down here: the client's thread closes it, so that its number is not
                // reused yet.
                if let leaving = leaving.file { shutdown(leaving, Int32(SHUT_RDWR)) }
                return true
            }
            if isAdmitted { return true }
            usleep(10_000)
        }
        return false
    }

    private static func program(of process: Int32) -> String {
        var text = [CChar](repeating: 0, count: 4096)
        pk_process_program(process, &text, text.count)
        let name = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } ?? ""
        return name.isEmpty ? "An unknown program" : "\(name) (process \(process))"
    }
}
