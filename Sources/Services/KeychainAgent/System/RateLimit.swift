/// A limit on the times that each user may do something: several times at once, and one more time
/// per interval.
struct RateLimit {
    private let most: Int
    private let interval: Duration
    /// The time after which none of a user's actions counts any longer.
    private var rests: [UInt32: ContinuousClock.Instant] = [:]

    /// Makes a limit.
    ///
    /// - Parameters:
    ///   - most: The number of times that a user may do it at once.
    ///   - interval: The time after which a user may do it one more time.
    init(most: Int, every interval: Duration) { (self.most, self.interval) = (most, interval) }

    /// Counts one more time, unless it is one too many.
    ///
    /// - Returns: The time that the user has to wait; `nil` if the action was counted.
    mutating func take(by user: UInt32, at now: ContinuousClock.Instant) -> Duration? {
        // A directory service may know many users.
        rests = rests.filter { $0.value > now }
        let rest = max(rests[user] ?? now, now) + interval
        let wait = rest - now - interval * most
        guard wait <= .zero else { return wait }
        rests[user] = rest
        return nil
    }

    /// A time to wait as words.
    static func words(_ wait: Duration) -> String {
        let seconds = max(1, wait.components.seconds + 1)
        return seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
    }
}
