internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit

/// The reasons why a machine was stopped, and how it continues.
extension Failure {
    /// The failure for a machine that is no longer a member.
    ///
    /// - Parameter removal: The record of the removal, with the device that did it; `nil` if that
    ///   is not known.
    /// - Returns: The failure.
    static func removed(_ removal: VaultRemoval?) -> Failure {
        let how =
            removal.map { " by \($0.device) (noticed \($0.noticed.formatted(.iso8601)))" } ?? ""
        return Failure(
            .notEntitled,
            "this machine was removed from the synchronized machines" + how,
            advice: "your items stay; to take part again, run 'keychainctl sync leave', then "
                + "'keychainctl sync join' with a new code of 'keychainctl sync invite' on another machine"
        )
    }

    /// The reason why a machine accepts no older state, and the machines that can.
    static var onlyAdminsAccept: (what: String, advice: String) {
        (
            "only an admin may accept an older state of the remote",
            "run 'keychainctl sync accept-older' on another machine: 'keychainctl sync devices' shows "
                + "who is an admin; \(staysStopped); if no admin is left, 'keychainctl sync recover "
                + "REMOTE' with the recovery key makes this machine one"
        )
    }

    /// The way back of a machine that has read more than the admin who accepted an older state.
    private static let staysStopped =
        "if that was done and this machine stays stopped, run 'keychainctl sync leave' here, then "
        + "'keychainctl sync join' with a new code, which brings your items together"

    /// The explanation of an alarm for the user.
    ///
    /// It begins with a remote that cannot be used: that shows nothing, and the alarm is an earlier
    /// one.
    ///
    /// - Parameters:
    ///   - alarm: The alarm.
    ///   - mayAccept: Whether this machine may be an admin, who can accept an older state here, too.
    ///   - detail: The message of the program that reaches the remote; `nil` if it was answered.
    /// - Returns: The failure.
    static func alarm(
        _ alarm: TrustAlarm,
        mayAccept: Bool = true,
        unanswered detail: String?
    ) -> Failure {
        let answered = Failure.alarm(alarm, mayAccept: mayAccept)
        guard let detail else { return answered }
        return Failure(
            .offline,
            "the remote cannot be used: \(clause(detail)); and an earlier alarm has not "
                + "ended: \(answered.problem)",
            advice:
                "let the remote answer, and run 'keychainctl sync now', which shows whether the "
                + "alarm lasts; nothing is lost"
        )
    }

    /// The explanation of an alarm for the user.
    ///
    /// - Parameters:
    ///   - alarm: The alarm.
    ///   - mayAccept: Whether this machine may be an admin, who can accept an older state here, too.
    /// - Returns: The failure.
    static func alarm(_ alarm: TrustAlarm, mayAccept: Bool = true) -> Failure {
        let what =
            switch alarm {
            case .wentBack: "the remote is older than what this device has read"
            case .malformed: "a file of the remote is missing or damaged"
            case .otherVault: "the remote has other synchronized keychains than before"
            case .chain: "the remote has another history than this device has read"
            case .signature, .notEntitled, .membership, .position, .returned, .noNewKeys, .number:
                "the remote has an entry that no member may have written"
            case .keys: "the remote has keys that were not announced to all members"
            case .record: "the remote has an item that is not the one that was committed"
            case .snapshot:
                "the remote has a summary of its history that no member may have written"
            case .parted, .fewer:
                "the remote has a shortened history that leaves out what this device has read"
            }
        if case .otherVault = alarm {
            return Failure(
                .syncAlarm,
                what,
                advice: "nothing of it was stored; check the address in 'keychainctl sync status'; "
                    + "if another machine began again there, run 'keychainctl sync leave' here, "
                    + "and 'keychainctl sync join' with a code of 'keychainctl sync invite' on "
                    + "that machine"
            )
        }
        let repair =
            [TrustAlarm.malformed, .record].contains(alarm)
            ? "if 'keychainctl sync doctor' names lost items, run 'keychainctl sync repair' on a "
                + "machine that has them; " : ""
        let leaving = mayAccept ? "" : "\(staysStopped); "
        return Failure(
            .syncAlarm,
            what,
            advice:
                "\(repair)nothing of it was stored, and this machine neither sends nor reads until "
                + "the remote shows again what was read here; if it was restored from an older copy, "
                + "run 'keychainctl sync accept-older' on one machine that is an admin; \(leaving)"
                + "otherwise compare 'keychainctl sync status' on your machines, and put the remote "
                + "right; if this machine was removed meanwhile, run 'keychainctl sync leave'"
        )
    }
}
