internal import CKeychainPlatform
internal import Dispatch
internal import Synchronization
internal import KeychainLibC

/// Accepts the clients of a socket, and serves each on a dedicated thread.
///
/// It limits the number of clients, so that those that keep others waiting have to leave
/// (``AgentSeats``), and refuses those whom it does not serve. It reads no messages.
package final class ClientServer: Sendable {
    /// One connection to a client.
    package struct Client: Sendable {
        /// The file descriptor, which the server closes.
        package let file: Int32
        /// The user who connected.
        package let user: UInt32
        /// The number of the process that connected; 0 if it is not known.
        package let process: Int32
        /// Says what the client does now.
        package let enter: @Sendable (AgentSeats.Phase) -> Void
    }

    /// Whose connections are accepted.
    package enum Admission: Sendable {
        /// Those of the user of this process.
        case own
        /// Also those of root, who could also read this process's memory.
        case ownAndRoot
        /// Those of all users of the machine.
        case everybody

        func includes(_ user: UInt32) -> Bool {
            switch self {
            case .own: user == geteuid()
            case .ownAndRoot: user == geteuid() || user == 0
            case .everybody: true
            }
        }
    }

    private let listener: Int32
    private let admission: Admission
    private let serve: @Sendable (Client) -> Void
    private let seats: Mutex<AgentSeats>

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - listener: The listening socket.
    ///   - admission: Whose connections are accepted.
    ///   - mostOfUser: The maximum number of clients of one user.
    ///   - serve: Serves one client until it leaves.
    package init(
        _ listener: Int32,
        admits admission: Admission = .ownAndRoot,
        mostOfUser: Int = .max,
        serve: @escaping @Sendable (Client) -> Void
    ) {
        self.listener = listener
        self.admission = admission
        self.serve = serve
        seats = Mutex(AgentSeats(mostOfUser: mostOfUser))
    }

    /// How many clients are connected.
    package var clientCount: Int { seats.withLock { $0.count } }

    /// Serves until the process ends.
    package func start() {
        DispatchQueue(label: "clients").async { self.accept() }
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
            guard admission.includes(user), admit(file, of: user) else {
                close(file)
                continue
            }
            let client = Client(file: file, user: user, process: process) { phase in
                self.seats.withLock { $0.enter(phase, file, at: .now) }
            }
            DispatchQueue(label: "client").async {
                self.serve(client)
                self.seats.withLock { seats in
                    seats.leave(file)
                    close(file)
                }
            }
        }
    }

    /// Gives a client a seat, and disconnects another one if all are taken.
    ///
    /// - Returns: Whether the client is accepted: not if its user has too many, or all others are
    ///   being answered for seconds.
    private func admit(_ file: Int32, of user: UInt32) -> Bool {
        guard seats.withLock({ !$0.areTaken(by: user) }) else { return false }
        for _ in 0..<500 {
            let isAdmitted = seats.withLock { seats in
                guard let leaving = seats.admit(file, of: user, at: .now) else { return false }
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
}
