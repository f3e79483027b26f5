internal import KeychainSync
internal import KeychainctlKit

/// The failures of machines that read a mirror, and of those that publish one.
extension Failure {
    /// A failure of synchronization, in words that help where the remote is a mirror.
    static func sync(_ problem: SyncProblem, _ detail: String?, isMirror: Bool) -> Failure {
        if case .waiting = problem, isMirror { return waitingBehindMirror }
        return Failure(problem, detail)
    }

    /// The failure of a machine that waits to be let in, and cannot send its request itself.
    static let waitingBehindMirror = Failure(
        .offline,
        "no machine has let this one in yet, or it was not published yet",
        advice:
            "bring what 'keychainctl sync request' prints here to 'keychainctl sync admit' on a machine "
            + "that uses the repository or cluster, run 'keychainctl sync publish' there, then "
            + "'keychainctl sync now' here"
    )

    /// The reason why a mirror cannot be used for it, or a machine not be let in through one.
    static func mirror(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .mirrored:
            (
                "a mirror can only be read",
                "do this on a machine that uses the repository or the cluster itself; 'keychainctl sync "
                    + "remote' changes what this one uses"
            )
        case .notWaiting:
            (
                "this machine does not wait to be let in with a code",
                "see 'keychainctl sync status'"
            )
        case .malformedRequest:
            (
                "this is no request of a machine that wants to join",
                "use the output of 'keychainctl sync request' on that machine"
            )
        default:
            (
                "a machine of these requests was let in before, and nothing was sent",
                "run 'keychainctl sync now' there; a machine that was removed needs a new code and "
                    + "'keychainctl sync join'"
            )
        }
    }

    /// The reason why a mirror is not believed, and who can mend it.
    static var outdated: (what: String, advice: String) {
        (
            "the mirror shows an old state: it was signed too long ago, or before the one that this "
                + "machine has read, or a clock is wrong",
            "let its owner look whether 'keychainctl sync publish' still runs, and compare the "
                + "clocks; nothing is lost"
        )
    }
}
