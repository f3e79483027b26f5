internal import PortableKeychain
internal import Synchronization

/// The turn of one request, which it gives to others now and then.
///
/// One message can contain thousands of steps, each of which searches all items: hours of work. So
/// those who wait are answered in between, and the request ends when its client has gone or it has had
/// its time.
final class RequestTurn: Sendable {
    /// After this time, a request gives its turn to those who wait.
    static let slice = Duration.milliseconds(50)
    /// The longest work of the agent on one request; deriving keys and waiting do not count.
    static let longest = Duration.seconds(60)

    private struct State {
        /// The time at which the present turn began.
        var begin: ContinuousClock.Instant
        /// The time that earlier turns took.
        var worked = Duration.zero
        /// The error that ended the request: a step that skips the error must not make it continue.
        var ended: KeychainError?
    }

    private let turns: Turns
    private let now: @Sendable () -> ContinuousClock.Instant
    private let isWanted: @Sendable () -> Bool
    private let state: Mutex<State>

    /// Waits for a turn.
    ///
    /// - Parameters:
    ///   - turns: The turns of all requests.
    ///   - now: A time that only goes forward.
    ///   - isWanted: Whether the client still waits for the answer.
    init(
        _ turns: Turns,
        now: @escaping @Sendable () -> ContinuousClock.Instant,
        isWanted: @escaping @Sendable () -> Bool
    ) {
        (self.turns, self.now, self.isWanted) = (turns, now, isWanted)
        turns.take()
        state = Mutex(State(begin: now()))
    }

    /// Gives the turn back at the end of the request.
    func end() { turns.give() }

    /// Gives the turn back for a while.
    func pause() {
        let now = now()
        state.withLock { $0.worked += now - $0.begin }
        turns.give()
    }

    /// Waits for a turn again.
    func resume() {
        turns.take()
        let now = now()
        state.withLock { $0.begin = now }
    }

    /// Ends the request if no client waits for its answer.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled``.
    func checkWanted() throws(KeychainError) {
        if let ended = state.withLock({ $0.ended }) { throw ended }
        if !isWanted() { throw end(with: KeychainError(.userCanceled)) }
    }

    /// Lets others be answered, if this request has worked for a while.
    ///
    /// - Throws: ``KeychainError/Code/userCanceled`` if the client has gone,
    ///   ``KeychainError/Code/notAvailable`` if the request has had its time.
    func checkpoint() throws(KeychainError) {
        let now = now()
        let (ended, turn, worked) = state.withLock {
            ($0.ended, now - $0.begin, $0.worked + (now - $0.begin))
        }
        if let ended { throw ended }
        guard turn >= Self.slice else { return }
        try checkWanted()
        guard worked < Self.longest else { throw end(with: Self.tooLong) }
        pause()
        resume()
    }

    private func end(with error: KeychainError) -> KeychainError {
        state.withLock { $0.ended = error }
        return error
    }

    private static var tooLong: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                The request took more than \(longest.components.seconds) seconds of the agent's \
                time. Make several smaller ones.
                """
        )
    }
}
