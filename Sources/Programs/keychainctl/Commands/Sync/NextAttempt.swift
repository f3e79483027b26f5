internal import KeychainctlKit

/// The next step after a remote stopped answering a command.
///
/// A round sends and reads items, and repeats nothing else: each command says what is certain then, and is
/// to be run again itself.
struct NextAttempt: Sendable {
    let advice: String
    /// Whether the remote may have begun a vault of which this machine keeps nothing.
    let mayHaveBegun: Bool

    private init(advice: String, mayHaveBegun: Bool = false) {
        (self.advice, self.mayHaveBegun) = (advice, mayHaveBegun)
    }

    /// - Parameters:
    ///   - facts: The words about what is certain, and what is not.
    ///   - command: The command to run again, between single quotes; `nil` for one with options that
    ///     only the user knows.
    ///   - end: Words that follow.
    init(_ facts: String, run command: String?, end: String = "") {
        let step = "run \(command ?? "the same command") again"
        self.init(advice: "\(facts): \(step)\(end)")
    }

    /// The step of commands that send and read items, or wait to be let in.
    static let round = NextAttempt(
        advice: "nothing is lost: try again with 'keychainctl sync now'"
    )

    /// The step of a command that has changed nothing yet.
    static func unchanged(_ command: String?) -> NextAttempt {
        NextAttempt("nothing was changed", run: command)
    }

    /// The step of a command whose change can have arrived.
    static func uncertain(_ command: String?, end: String = "") -> NextAttempt {
        NextAttempt("it is not certain that anything was changed", run: command, end: end)
    }

    /// The step after the removal of a machine was sent.
    static func removing(_ device: String) -> NextAttempt {
        uncertain(
            "'keychainctl sync remove \(AdvisedCommand.name(device))'",
            end: "; 'keychainctl sync devices' shows who is a member"
        )
    }

    /// The step after the first recovery key was shown, and a vault was sent.
    static let settingUp = NextAttempt(
        advice: "it is not certain that the repository has begun: keep the recovery key, and run "
            + "the same command again",
        mayHaveBegun: true
    )

    /// The step after a new recovery key was shown and sent.
    static let newRecoveryKey = NextAttempt(
        "the new recovery key may not be valid, so keep the old one, too, until this succeeds",
        run: "'keychainctl sync recovery create'"
    )
}
