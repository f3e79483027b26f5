internal import KeychainSync
internal import KeychainctlKit

extension Failure {
    /// The failure for the outcome of a round; `nil` if it went well.
    ///
    /// - Parameters:
    ///   - end: The outcome.
    ///   - detail: The message of the program that reaches the remote.
    ///   - mayAccept: Whether this machine may be an admin.
    init?(_ end: SyncRound.End, _ detail: String?, mayAccept: Bool = true) {
        switch end {
        case .upToDate: return nil
        case .offline: self.init(SyncProblem.offline, detail)
        case .outdated: self.init(SyncProblem.outdated)
        // A mirror whose files do not belong together is asked again as if others wrote.
        case .busy where detail != nil: self.init(SyncProblem.offline, detail)
        case .busy:
            self.init(
                .offline,
                "others changed the remote or this keychain each time before this machine could",
                advice: NextAttempt.round.advice
            )
        case .wentBack: self = .alarm(.wentBack, mayAccept: mayAccept)
        case .alarm(let alarm): self = .alarm(alarm, mayAccept: mayAccept, unanswered: detail)
        case .notMember: self = .removed(nil)
        case .keysMissing: self.init(SyncProblem.keysMissing)
        }
    }

    /// The reason of a program, without the command that a keychain without settings refuses.
    static func clause(_ detail: String, isSetUp: Bool) -> String {
        let text = clause(detail)
        return isSetUp
            ? text : text.replacing("'keychainctl sync remote'", with: "the same command")
    }
}
