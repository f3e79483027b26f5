extension SyncRound {
    /// The outcome of a round.
    package enum End: Sendable, Equatable {
        /// Everything is on the log. Items that cannot be compared until the next unlock are
        /// `waiting`; those whose records cannot be opened or stored are `unreadable`, and those
        /// that are too large for a record `oversized`: both stay as they are.
        case upToDate(waiting: Int, unreadable: Int = 0, oversized: Int = 0)
        /// The engine did not answer. What is not on the log stays queued.
        case offline
        /// A mirror shows an old state, of which nothing was stored.
        case outdated
        /// Others were faster each time; the next round continues.
        case busy
        /// The log is shorter than it was.
        case wentBack
        /// The engine shows a state that no honest engine can show; nothing of it was stored.
        case alarm(TrustAlarm)
        /// This device is not, or no longer, a member.
        case notMember
        /// A member has not given this device the present keys yet.
        case keysMissing

        /// Whether another round is of no use before a person has done something here.
        package var needsPerson: Bool { self == .notMember }

        /// Whether no honest engine could show this state: another round looks again.
        package var isAlarm: Bool {
            switch self {
            case .wentBack, .alarm: true
            case .upToDate, .offline, .outdated, .busy, .keysMissing, .notMember: false
            }
        }
    }
}
