internal import PortableKeychain

/// A limit on each user's use of the chip, which is slow, and which refuses all users after some
/// wrong PINs of any user.
struct ChipLimit {
    /// The number of requests that a user may make at once; one more with each ``interval``.
    static let mostRequests = 120
    static let interval = Duration.seconds(1)
    /// The number of PINs that may be wrong within ``time``: chips of the standard's example allow 3, most 32.
    static let mostWrongPINs = 3
    static let time = Duration.seconds(3600)

    private var requests = RateLimit(most: mostRequests, every: interval)
    /// The times of each user's wrong PINs.
    private var wrong: [UInt32: [ContinuousClock.Instant]] = [:]

    /// Counts a request.
    ///
    /// - Parameters:
    ///   - user: The user that makes the request.
    ///   - comparesPIN: Whether the chip compares a PIN.
    ///   - now: The time.
    /// - Throws: ``KeychainError/Code/notAvailable`` for one too many.
    mutating func take(
        by user: UInt32,
        comparesPIN: Bool,
        at now: ContinuousClock.Instant
    ) throws(KeychainError) {
        if let wait = requests.take(by: user, at: now) {
            throw Self.tooMany("requests for the TPM", wait)
        }
        // A directory service may know many users.
        wrong = wrong.mapValues { $0.filter { Self.counts($0, now) } }.filter { !$0.value.isEmpty }
        guard comparesPIN, let own = wrong[user], own.count >= Self.mostWrongPINs else { return }
        throw Self.tooMany("wrong PINs", own[0] + Self.time - now)
    }

    /// Counts a wrong PIN; a right one takes none back, or a user could try PINs without end between right ones.
    mutating func failed(by user: UInt32, at now: ContinuousClock.Instant) {
        wrong[user, default: []].append(now)
    }

    private static func counts(_ time: ContinuousClock.Instant, _ now: ContinuousClock.Instant)
        -> Bool
    {
        now - time < Self.time
    }

    private static func tooMany(_ what: String, _ wait: Duration) -> KeychainError {
        return KeychainError(
            .notAvailable,
            reason: """
                The agent of the system has had too many \(what) of this user. Try again in \(RateLimit.words(wait)), \
                or use the passcode or the recovery key.
                """
        )
    }
}
