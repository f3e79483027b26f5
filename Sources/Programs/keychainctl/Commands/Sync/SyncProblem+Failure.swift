internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

extension Failure {
    /// A failure of a command about synchronization.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - detail: The message of the program that reaches the remote.
    ///   - isSetUp: Whether the keychain is synchronized, or waits to be.
    ///   - next: The next step if the remote does not answer.
    init(
        _ problem: SyncProblem,
        _ detail: String? = nil,
        isSetUp: Bool = true,
        again next: NextAttempt = .round
    ) {
        switch problem {
        case .keychain(let error): self.init(error)
        case .alarm(let alarm): self = .alarm(alarm, unanswered: detail)
        case .notMember: self = .removed(nil)
        case .offline:
            self.init(
                .offline,
                // A remote that refuses has answered: only its reason is known to be true.
                detail.map { "the remote cannot be used: \(Failure.clause($0, isSetUp: isSetUp))" }
                    ?? "the remote does not answer",
                advice: isSetUp || next.mayHaveBegun
                    ? next.advice : "nothing was set up: run the same command again"
            )
        case .rotationInterrupted:
            let why = detail.map { ": \(Failure.clause($0))" } ?? ""
            self.init(
                .offline,
                "no new keys were made, or not every item is encrypted again with them yet\(why)",
                advice: "nothing is lost: run 'keychainctl sync rotate' again"
            )
        case .comparisonEnded:
            self.init(
                .declined,
                "the other machine refused the number or ended the comparison, or somebody changed "
                    + "its files; no machine has joined",
                advice: "run both commands again"
            )
        case .codeEnded(let end):
            let what =
                switch end {
                case .used: "other machines have used the join code"
                case .expired: "the join code has expired"
                case .withdrawn: "the join code was withdrawn"
                }
            self.init(
                .notEntitled,
                "\(what), so this one was not let in, and nothing is set up here",
                advice: "make a new code with 'keychainctl sync invite' on an admin's machine, "
                    + "and run 'keychainctl sync join' here again"
            )
        case .paused:
            self.init(
                .declined,
                "synchronization is paused",
                advice: "end the pause with 'keychainctl sync resume'"
            )
        case .notPublisher, .notAdmin, .readsOnly, .onlyAdminsAccept:
            let (what, advice) = Self.notEntitled(problem)
            self.init(.notEntitled, what, advice: advice)
        case .waiting, .unconfirmed, .recoveryInterrupted, .noAnswer, .keysMissing, .moved,
            .outdated:
            let (what, advice) = Self.wait(problem)
            self.init(.offline, what, advice: advice)
        default:
            let (what, advice) = Self.misuse(problem)
            self.init(.usage, what, advice: advice)
        }
    }

    /// The right that this machine lacks, and the machine that has it.
    private static func notEntitled(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .notPublisher:
            (
                "this machine is a reader, whose signature other machines do not believe",
                "publish on another one, or let this one join again with a code of 'keychainctl "
                    + "sync invite --role publisher'"
            )
        case .onlyAdminsAccept: onlyAdminsAccept
        case .notAdmin:
            (
                "only an admin may do this",
                "do it on another machine: 'keychainctl sync devices' shows who is one; if none is "
                    + "left, 'keychainctl sync recover REMOTE' with the recovery key makes this "
                    + "machine one"
            )
        default:
            (
                "this machine is a reader, and nothing that it changes is sent",
                "do it on a machine that is no reader: see 'keychainctl sync devices'"
            )
        }
    }

    /// The event elsewhere to wait for, and the next step.
    private static func wait(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .recoveryInterrupted:
            (
                "the recovery was interrupted before the remote had stored it",
                "run 'keychainctl sync recover' again, with the same address and key"
            )
        case .noAnswer:
            (
                "the other machine did not answer in time",
                "run 'keychainctl sync now' here if the number was confirmed on both; otherwise "
                    + "run 'keychainctl sync leave' on the new machine if it waits, and begin both "
                    + "again"
            )
        case .unconfirmed:
            (
                "the other machine has not let this one in yet",
                "run 'keychainctl sync now' here after the number was confirmed there; if "
                    + "'keychainctl sync approve' no longer runs there, run 'keychainctl sync leave' "
                    + "here, and begin both again"
            )
        case .keysMissing:
            (
                "this device has not been given the present keys yet",
                "run 'keychainctl sync now' on another machine, then 'keychainctl sync now' here"
            )
        case .outdated: outdated
        case .moved:
            ("the remote was given another address or password meanwhile", "run the command again")
        default:
            (
                "no machine has let this one in yet",
                "run 'keychainctl sync now' on the machine that made the code, then 'keychainctl "
                    + "sync now' here; if that machine was removed or lost, run 'keychainctl sync "
                    + "leave' here, and begin again with a code of another admin"
            )
        }
    }

    /// The error in the use of a command, and the remedy.
    private static func misuse(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .notSetUp:
            (
                "the keychain is not synchronized",
                "begin with 'keychainctl sync setup', or join with 'keychainctl sync join'"
            )
        case .alreadySetUp:
            (
                "the keychain is synchronized already, or waits to join",
                "see 'keychainctl sync status', or end it with 'keychainctl sync leave'"
            )
        case .remoteHasVault:
            (
                "the remote has synchronized keychains already",
                "join them with 'keychainctl sync join', or use an empty repository; if a setup of "
                    + "yours was interrupted, run 'keychainctl sync recover' with the key that it "
                    + "printed"
            )
        case .remoteHasOthers(let names):
            (
                "the repository is not empty: it has \(Self.listed(names))",
                "use an empty repository; nothing was changed in this one"
            )
        case .remoteIsEmpty:
            (
                "the remote has no synchronized keychains yet",
                "check the address, and run 'keychainctl sync setup' on the first machine"
            )
        case .notCopied:
            (
                "the new remote has no copy of the synchronized keychains yet",
                "copy all of the old one first; for a repository: 'git push --mirror' from a clone "
                    + "of it that 'git clone --mirror' has made"
            )
        case .otherVault:
            (
                "the code belongs to other keychains than those of this remote",
                "check the address, and ask for a new code"
            )
        case .otherRemote:
            (
                "the remote has other synchronized keychains than this one",
                "check the address"
            )
        case .recoveryKeyRefused, .isRecoveryKey, .otherAddress: recovery(problem)
        case .mirrored, .notWaiting, .malformedRequest, .isMember: mirror(problem)
        case .ownDevice:
            (
                "a device cannot remove itself",
                "run 'keychainctl sync leave' here, and remove it on another machine"
            )
        case .tooManyInvites:
            (
                "there are \(SyncedVault.maximumInvites) codes that nobody has used",
                "use one of them, or withdraw one with 'keychainctl sync invites --revoke'"
            )
        case .changed:
            (
                "the item was changed meanwhile",
                "look at it, and run the command again"
            )
        case .onlyHere:
            (
                "no other machine has this item",
                "keep it, or delete it with 'keychainctl delete'"
            )
        default: unknown(problem)
        }
    }

    /// The thing for which a name or number is not known, and where the known ones are listed.
    private static func unknown(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .noSuchDevice:
            (
                "no device, or more than one, has this name",
                "use its identifier: see 'keychainctl sync devices'"
            )
        case .noSuchInvite:
            ("no code, or more than one, has this identifier", "see 'keychainctl sync invites'")
        case .noRequest: requests([])
        case .manyRequests(let ids): requests(ids)
        case .noSuchConflict:
            (
                "there is no overwritten value with this number",
                "see 'keychainctl sync conflicts'"
            )
        case .nothingLost, .notAdminThen, .tooMuchLost, .remoteIsLost: older(problem)
        case .remoteIsOutdated:
            (
                "the remote has synchronized keychains of an earlier version, which is not read any more",
                "run 'keychainctl sync leave' on all machines, which keep their items, 'keychainctl "
                    + "sync setup' with an empty repository on one of them, and 'keychainctl sync join' "
                    + "on the others"
            )
        case .noSuchEdit:
            ("there is no edit with this number", "see 'keychainctl sync edits'")
        default: ("the command cannot be run now", "see 'keychainctl sync status'")
        }
    }

    /// The reason why an older state of the remote is not accepted.
    private static func older(_ problem: SyncProblem) -> (what: String, advice: String) {
        switch problem {
        case .notAdminThen:
            (
                "this machine is no admin in the older state of the remote",
                "run 'keychainctl sync accept-older' on a machine that was an admin then, or "
                    + "'keychainctl recover' with the recovery key of 'keychainctl sync setup' here "
                    + "first"
            )
        case .remoteIsLost:
            (
                "the remote has nothing left of the synchronized keychains",
                "put the repository back from a copy of it; if there is none, begin again: run "
                    + "'keychainctl sync leave' on all machines, which keep their items, 'keychainctl "
                    + "sync setup' on one of them, and 'keychainctl sync join' on the others"
            )
        case .tooMuchLost:
            (
                "more was lost than this machine can name",
                "run 'keychainctl sync accept-older' on another machine; if none can, end the "
                    + "synchronization with 'keychainctl sync leave' and join again"
            )
        default:
            (
                "the remote shows everything that this machine has read: there is nothing to accept",
                "run 'keychainctl sync now'"
            )
        }
    }

    /// The reason why it is not clear which machine to let in.
    private static func requests(_ ids: [String]) -> (what: String, advice: String) {
        guard !ids.isEmpty else {
            return (
                "no machine asks to join by a number, or none with this identifier",
                "run 'keychainctl sync join --request' there"
            )
        }
        let names = ids.prefix(8).map { String($0.prefix(8)) }.joined(separator: ", ")
        return (
            "several machines ask to join: \(names)" + (ids.count > 8 ? " and others" : ""),
            "use --id with the identifier that the new machine shows"
        )
    }

    /// Some names of a list that can be long.
    private static func listed(_ names: [String]) -> String {
        let shown = names.prefix(3).joined(separator: ", ")
        return names.count > 3 ? shown + " and \(names.count - 3) more" : shown
    }
}
