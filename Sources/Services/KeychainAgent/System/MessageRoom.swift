internal import AgentSockets
internal import PortableKeychain
internal import Synchronization

/// A limit on the memory that the messages of all users take at once.
///
/// Long messages and answers are counted from their announcement until they were answered or read.
/// Answering a request takes several times its length, so the agent answers one request of a user at a
/// time, and only a few long ones at once. Requests take turns (``RequestTurn``): while one derives keys
/// from passwords or searches many items, others are answered.
final class MessageRoom: Sendable {
    /// The limits, in bytes, on the messages of all users and of one user that are in progress.
    static let bytes = FairShare(most: 256 << 20, mostOfUser: 64 << 20)
    /// The number of users that are answered at once.
    static let mostTurns = 2
    /// Messages up to this length are not counted: each connection has a buffer for one.
    static let free = 64 << 10

    private struct UnderWay {
        var all = 0
        var ofUsers: [UInt32: Int] = [:]
    }

    /// The number of keys that a user may derive from passwords at once; one more with each interval.
    static let mostDerivations = 20
    static let derivationInterval = Duration.seconds(3)

    private let underWay = Mutex(UnderWay())
    private let rows = KeyedMutex<UInt32, Never>()
    private let turns = Turns(MessageRoom.mostTurns)
    private let longTurns = Turns(MessageRoom.mostTurns)
    /// One key is derived at a time: each takes 128 MiB and more.
    private let derivation = Turns(1)
    private let derivations = Mutex(
        RateLimit(most: MessageRoom.mostDerivations, every: MessageRoom.derivationInterval)
    )
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes room.
    ///
    /// - Parameter now: A time that only goes forward.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// The number of bytes in progress.
    var used: Int { underWay.withLock { $0.all } }

    /// The part of a user.
    struct OfUser {
        fileprivate let room: MessageRoom
        let user: UInt32

        /// Takes room for a message.
        ///
        /// - Returns: Whether there was enough room.
        func take(_ count: Int) -> Bool { count <= MessageRoom.free || room.take(count, user) }

        /// Gives back the room of a message.
        func give(_ count: Int) { if count > MessageRoom.free { room.give(count, user) } }

        /// Answers a message when it is this user's turn, and takes room for the answer.
        ///
        /// - Parameters:
        ///   - length: The length of the message.
        ///   - isWanted: Whether the client still waits; if not, the request ends.
        ///   - reply: The function that answers, as
        ///     ``AgentGreeting/Guest/converse(atMost:in:_:_:)`` calls it.
        /// - Returns: The answer, or that there is no room for it.
        func answer(
            to length: Int = 0,
            isWanted: @escaping @Sendable () -> Bool = { true },
            _ reply: () -> SecretBytes??
        ) -> SecretBytes?? {
            room.rows.withLock(for: user) { _ in
                let isLong = length > MessageRoom.free
                if isLong { room.longTurns.take() }
                defer { if isLong { room.longTurns.give() } }
                let turn = RequestTurn(room.turns, now: room.now, isWanted: isWanted)
                defer { turn.end() }
                let attendance = room.attendance(of: user, turn)
                let answer = RequestAttendance.$current.withValue(attendance, operation: reply)
                guard let answer, let message = answer, !take(message.count) else { return answer }
                return Frame.failure(MessageRoom.full).map { .some($0) }
            }
        }
    }

    /// The part of a user.
    func part(of user: UInt32) -> OfUser { OfUser(room: self, user: user) }

    /// The actions at the times when a request of a user derives a key or searches: other requests
    /// are answered meanwhile.
    private func attendance(of user: UInt32, _ turn: RequestTurn) -> RequestAttendance {
        RequestAttendance { [self] () throws(KeychainError) in
            try turn.checkWanted()
            let wait = derivations.withLock { [now] in $0.take(by: user, at: now()) }
            if let wait { throw Self.tooManyDerivations(wait) }
            turn.pause()
            derivation.take()
        } after: { [self] in
            derivation.give()
            turn.resume()
        } checkpoint: { () throws(KeychainError) in
            try turn.checkpoint()
        }
    }

    private static func tooManyDerivations(_ wait: Duration) -> KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The agent of the system has derived too many keys from passwords of this user. Try \
                again in \(RateLimit.words(wait)).
                """
        )
    }

    private func take(_ count: Int, _ user: UInt32) -> Bool {
        underWay.withLock { state in
            let own = state.ofUsers[user, default: 0]
            guard Self.bytes.allows(count, own: own, all: state.all) else { return false }
            state.ofUsers[user] = own + count
            state.all += count
            return true
        }
    }

    private func give(_ count: Int, _ user: UInt32) {
        underWay.withLock { state in
            let rest = state.ofUsers[user, default: 0] - count
            state.ofUsers[user] = rest > 0 ? rest : nil
            state.all -= count
        }
    }

    /// The error for a message or an answer for which there is no room now.
    static var full: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The agent of the system is busy with too many long messages. Try again later, or \
                request fewer items.
                """
        )
    }
}
