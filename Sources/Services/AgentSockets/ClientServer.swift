internal import CKeychainPlatform
internal import Dispatch
internal import Synchronization
internal import KeychainLibC

/// Accepts the clients of a socket, and serves each on a dedicated thread.
///
/// It limits the number of clients, so that those that keep others waiting have to leave
/// (``AgentSeats``), and refuses those that it does not serve. It reads no messages.
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

    /// The users whose connections are accepted.
    package enum Admission: Sendable {
        /// Connections of the user of this process.
        case own
        /// Connections of this user and of root, which could also read this process's memory.
        case ownAndRoot
        /// Connections of all users of the machine.
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
    /// Whether several users share the seats.
    private let isShared: Bool

    /// A client that has no seat yet.
    private struct Waiting {
        let file: Int32
        let user: UInt32
        let process: Int32
        let end: ContinuousClock.Instant
    }

    /// The time that a client waits for a seat.
    private static let patience = Duration.seconds(5)
    /// The milliseconds between two attempts to seat waiting clients.
    private static let interval: Int32 = 10

    /// Creates a server.
    ///
    /// - Parameters:
    ///   - listener: The listening socket.
    ///   - admission: The users whose connections are accepted.
    ///   - most: The maximum number of clients.
    ///   - mostOfUser: The maximum number of clients of one user.
    ///   - serve: Serves one client until it leaves.
    package init(
        _ listener: Int32,
        admits admission: Admission = .ownAndRoot,
        most: Int = AgentSeats.most,
        mostOfUser: Int = .max,
        serve: @escaping @Sendable (Client) -> Void
    ) {
        self.listener = listener
        self.admission = admission
        self.serve = serve
        seats = Mutex(AgentSeats(most: most, mostOfUser: mostOfUser))
        isShared = mostOfUser < most
    }

    /// The number of connected clients.
    package var clientCount: Int { seats.withLock { $0.count } }

    /// Serves until the process ends.
    package func start() {
        DispatchQueue(label: "clients").async { self.accept() }
    }

    private func accept() {
        var waiting: [Waiting] = []
        while true {
            waiting.removeAll { settle($0) }
            guard mayAccept(waiting.count) else { continue }
            var (user, process) = (UInt32(0), Int32(0))
            let file = pk_socket_accept(listener, &user, &process)
            guard file >= 0 else {
                // The client has closed the connection, or too many files are open: continue with
                // others.
                if errno != EINTR, errno != ECONNABORTED { usleep(100_000) }
                continue
            }
            let others = waiting.count { $0.user == user }
            guard admission.includes(user),
                seats.withLock({ !$0.areTaken(by: user, besides: others) })
            else {
                close(file)
                continue
            }
            let new = Waiting(file: file, user: user, process: process, end: .now + Self.patience)
            if settle(new) { continue }
            if waiting.count < AgentSeats.most { waiting.append(new) } else { close(file) }
        }
    }

    /// Whether the next client is accepted now; takes a moment if not.
    ///
    /// Where several users share the seats, a waiting client must not delay the others. The next
    /// clients of a single user stay in the kernel's queue, which is longer.
    private func mayAccept(_ waiting: Int) -> Bool {
        guard waiting > 0 else { return true }
        guard isShared else {
            usleep(UInt32(Self.interval) * 1000)
            return false
        }
        var request = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, Self.interval) > 0
    }

    /// Gives a client a seat, and disconnects another one if necessary.
    ///
    /// - Returns: Whether the wait is over: the client has a seat, or its time has passed.
    private func settle(_ client: Waiting) -> Bool {
        let file = client.file
        let isAdmitted = seats.withLock { seats in
            guard let leaving = seats.admit(file, of: client.user, at: .now) else { return false }
            // Only shut down here: the client's thread closes it, so that its number is not reused
            // yet.
            if let leaving = leaving.file { shutdown(leaving, Int32(SHUT_RDWR)) }
            return true
        }
        guard isAdmitted else {
            guard ContinuousClock.now >= client.end else { return false }
            close(file)
            return true
        }
        let served = Client(file: file, user: client.user, process: client.process) { phase in
            self.seats.withLock { $0.enter(phase, file, at: .now) }
        }
        DispatchQueue(label: "client").async {
            self.serve(served)
            self.seats.withLock { seats in
                seats.leave(file)
                close(file)
            }
        }
        return true
    }
}
