internal import PortableKeychain

/// How much of the chip a user may take: it is slow, and after some wrong PINs of anybody it refuses
/// those of everybody.
struct ChipLimit {
    /// So many requests may a user make at once, and one more with each ``interval``.
    static let mostRequests = 120
    static let interval = Duration.seconds(1)
    /// So many PINs may be wrong within ``time``: chips of the standard's example allow 3, most 32.
    static let mostWrongPINs = 3
    static let time = Duration.seconds(3600)

    private struct User {
        /// When nothing of what was taken counts any more.
        var rest: ContinuousClock.Instant
        var wrong: [ContinuousClock.Instant] = []
    }

    private var users: [UInt32: User] = [:]

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - user: Who makes it.
    ///   - comparesPIN: Whether the chip compares a PIN.
    ///   - now: The time.
    /// - Throws: ``KeychainError/Code/notAvailable`` for one too many.
    mutating func take(
        by user: UInt32,
        comparesPIN: Bool,
        at now: ContinuousClock.Instant
    ) throws(KeychainError) {
        // A directory service may know many users.
        users = users.filter {
            $0.value.rest > now || $0.value.wrong.contains { Self.counts($0, now) }
        }
        var own = users[user] ?? User(rest: now)
        own.wrong.removeAll { !Self.counts($0, now) }
        own.rest = max(own.rest, now) + Self.interval
        let wait = own.rest - now - Self.interval * Self.mostRequests
        guard wait <= .zero else { throw Self.tooMany("requests for the TPM", wait) }
        users[user] = own
        guard comparesPIN, own.wrong.count >= Self.mostWrongPINs else { return }
        throw Self.tooMany("wrong PINs", own.wrong[0] + Self.time - now)
    }

    /// Counts a wrong PIN; a right one takes none back, or a user could go on with one of its own.
    mutating func failed(by user: UInt32, at now: ContinuousClock.Instant) {
        users[user, default: User(rest: now)].wrong.append(now)
    }

    private static func counts(_ time: ContinuousClock.Instant, _ now: ContinuousClock.Instant)
        -> Bool
    {
        now - time < Self.time
    }

    private static func tooMany(_ what: String, _ wait: Duration) -> KeychainError {
        let seconds = max(1, wait.components.seconds + 1)
        let time = seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
        return KeychainError(
            .notAvailable,
            reason: """
                The agent of the system has had too many \(what) of this user. Try again in \(time), or \
                use the passcode or the recovery key.
                """
        )
    }
}
