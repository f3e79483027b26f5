/// The connected clients of an agent, and the choice of the one to leave when there are too many.
///
/// The user with the most seats loses one. Among that user's clients, those that keep others waiting
/// leave first: clients that do not read their answers or have sent half of a message. Clients that
/// are being answered stay, also while the user is asked. The last quarter of the seats is reserved
/// for users who have none (``FairShare``), so that a new user gets a seat while all others are being
/// answered.
package struct AgentSeats {
    /// The state of a client.
    package enum Phase: Sendable {
        /// The client has sent nothing since its last answer.
        case silent
        /// The client has sent a part of a message.
        case receiving
        /// The agent works on its message.
        case answering
        /// The client has not read all of its answer.
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

    /// A client that may have to leave, ordered: the smallest one leaves.
    private struct Choice: Comparable {
        let file: Int32
        /// The number of seats of the client's user.
        let count: Int
        /// The rank of its phase: 0 for a client that is stuck.
        let rank: Int
        let since: ContinuousClock.Instant

        static func < (one: Self, other: Self) -> Bool {
            if one.count != other.count { return one.count > other.count }
            return (one.rank, one.since) < (other.rank, other.since)
        }
    }

    private let share: FairShare
    private var clients: [Int32: Seat] = [:]
    private var leaving: Set<Int32> = []

    /// Makes seats that are all free.
    ///
    /// - Parameters:
    ///   - most: The maximum number of clients.
    ///   - mostOfUser: The maximum number of clients of one user.
    init(most: Int = Self.most, mostOfUser: Int = .max) {
        share = FairShare(most: most, mostOfUser: mostOfUser)
    }

    /// The number of clients that have a seat.
    var count: Int { clients.count }

    /// Whether a user has as many seats as one user may have.
    ///
    /// Such a user gets no other one's seat, so it must be asked before ``admit(_:of:at:)``.
    ///
    /// - Parameters:
    ///   - user: The user.
    ///   - waiting: The number of the user's clients that wait for a seat.
    /// - Returns: Whether another client of this user is refused.
    func areTaken(by user: UInt32, besides waiting: Int = 0) -> Bool {
        count(of: user) + waiting >= share.mostOfUser
    }

    private func count(of user: UInt32) -> Int { clients.values.count { $0.user == user } }

    /// Gives a client a seat.
    ///
    /// - Parameters:
    ///   - file: The client's connection.
    ///   - user: The user who connected.
    ///   - now: The current time.
    /// - Returns: The client to disconnect, if the new one takes its seat; `nil` if no seat is free
    ///   for this user and no client may be disconnected.
    mutating func admit(
        _ file: Int32,
        of user: UInt32,
        at now: ContinuousClock.Instant
    ) -> Leaving? {
        var result = Leaving()
        if !share.allows(1, own: count(of: user), all: clients.count) {
            guard let next = next(for: user, at: now) else { return nil }
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

    /// The client that loses its seat to a new client of a user.
    ///
    /// It belongs to another user, which afterwards has at least as many seats as this one; if
    /// there is no such user, to this user.
    private func next(for user: UInt32, at now: ContinuousClock.Instant) -> Int32? {
        let counts = Dictionary(clients.values.map { ($0.user, 1) }, uniquingKeysWith: +)
        let wanted = counts[user, default: 0] + 1
        return clients.compactMap { file, seat -> Choice? in
            let count = counts[seat.user, default: 0]
            guard seat.user == user || count > wanted, let rank = Self.rank(seat, at: now) else {
                return nil
            }
            return Choice(file: file, count: count, rank: rank, since: seat.since)
        }
        .min()?.file
    }

    /// The rank of a client among those of its user that may have to leave; `nil` for one that stays.
    private static func rank(_ seat: Seat, at now: ContinuousClock.Instant) -> Int? {
        switch seat.phase {
        case .receiving, .sending: now - seat.since >= grace ? 0 : 2
        case .silent: 1
        case .answering: nil
        }
    }
}
