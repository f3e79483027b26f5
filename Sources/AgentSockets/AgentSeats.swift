/// Which clients of an agent are connected, and which of them has to leave when there are too many.
///
/// Those that keep others waiting leave first: clients that do not read their answers or have sent
/// half of a message. Clients that are being answered stay, also while the user is asked.
package struct AgentSeats {
    /// What a client does.
    package enum Phase: Sendable {
        /// It has sent nothing since its last answer.
        case silent
        /// It has sent a part of a message.
        case receiving
        /// The agent works on its message.
        case answering
        /// It has not read all of its answer.
        case sending
    }

    /// A client that has to leave; none if there was a free seat.
    struct Leaving {
        var file: Int32?
    }

    /// The maximum number of clients.
    package static let most = 64

    /// After this time in a message or an answer, a client counts as stuck: all its bytes should
    /// have been there at once.
    static let grace = Duration.milliseconds(100)

    private struct Seat {
        let user: UInt32
        var phase: Phase
        var since: ContinuousClock.Instant
    }

    private let mostOfUser: Int
    private var clients: [Int32: Seat] = [:]
    private var leaving: Set<Int32> = []

    /// Makes seats that are all free.
    ///
    /// - Parameter mostOfUser: The maximum number of clients of one user.
    init(mostOfUser: Int = .max) { self.mostOfUser = mostOfUser }

    /// How many clients have a seat.
    var count: Int { clients.count }

    /// Whether a user has as many seats as one user may have.
    ///
    /// Such a user gets no other one's seat, so it must be asked before ``admit(_:of:at:)``.
    func areTaken(by user: UInt32) -> Bool {
        clients.values.count { $0.user == user } >= mostOfUser
    }

    /// Gives a client a seat.
    ///
    /// - Parameters:
    ///   - file: The client's connection.
    ///   - user: The user who connected.
    ///   - now: The current time.
    /// - Returns: The client to disconnect, if the new one takes its seat; `nil` if no seat is free
    ///   and no client may be disconnected.
    mutating func admit(
        _ file: Int32,
        of user: UInt32,
        at now: ContinuousClock.Instant
    ) -> Leaving? {
        var result = Leaving()
        if clients.count >= Self.most {
            guard let next = next(at: now) else { return nil }
            clients[next] = nil
            leaving.insert(next)
            result.file = next
        }
        clients[file] = Seat(user: user, phase: .silent, since: now)
        return result
    }

    /// Records what a client does now.
    mutating func enter(_ phase: Phase, _ file: Int32, at now: ContinuousClock.Instant) {
        guard !leaving.contains(file) else { return }
        clients[file]?.phase = phase
        clients[file]?.since = now
    }

    /// Forgets a client whose connection is about to be closed.
    mutating func leave(_ file: Int32) {
        clients[file] = nil
        leaving.remove(file)
    }

    private func next(at now: ContinuousClock.Instant) -> Int32? {
        func oldest(_ phases: Set<Phase>, for time: Duration = .zero) -> Int32? {
            clients.filter { phases.contains($0.value.phase) && now - $0.value.since >= time }
                .min { $0.value.since < $1.value.since }?.key
        }
        return oldest([.sending, .receiving], for: Self.grace) ?? oldest([.silent])
            ?? oldest([.sending, .receiving])
    }
}
