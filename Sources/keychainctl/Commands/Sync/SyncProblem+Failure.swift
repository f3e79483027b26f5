internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

extension Failure {
    /// A failure of a command about synchronization.
    ///
    /// - Parameters:
    ///   - problem: The problem.
    ///   - detail: What the program said that reaches the remote.
    ///   - isSetUp: Whether the keychain is synchronized, or waits to be.
    init(_ problem: SyncProblem, _ detail: String? = nil, isSetUp: Bool = true) {
        switch problem {
        case .keychain(let error): self.init(error)
        case .alarm(let alarm): self = .alarm(alarm)
        case .notMember: self = .notMember
        case .offline:
            self.init(
                .offline,
                // A remote that refuses has answered: only its reason is known to be true.
                detail.map { "the remote cannot be used: \(Failure.clause($0))" }
                    ?? "the remote does not answer",
                advice: isSetUp
                    ? "nothing is lost: try again with 'keychainctl sync now'"
                    : "nothing was set up: run the same command again"
            )
        case .comparisonEnded:
            self.init(
                .declined,
                "the other machine ended the comparison, or somebody changed its files",
                advice: "run both commands again"
            )
        case .paused:
            self.init(
                .declined,
                "synchronization is paused",
                advice: "end the pause with 'keychainctl sync resume'"
            )
        case .notAdmin:
            self.init(
                KeychainError(
                    .missingEntitlement,
                    reason:
                        "Only an admin may do this. Do it on another machine: 'keychainctl sync "
                        + "devices' shows who is one."
                )
            )
        case .waiting, .recoveryInterrupted, .noAnswer, .keysMissing, .moved:
            let (what, advice) = Self.wait(problem)
            self.init(.offline, what, advice: advice)
        default:
            let (what, advice) = Self.misuse(problem)
            self.init(.usage, what, advice: advice)
        }
    }

    /// What has to happen elsewhere first, and what to do about it.
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
                "run 'keychainctl sync now' here if the number was confirmed on both, and "
                    + "otherwise begin anew on both"
            )
        case .keysMissing:
            (
                "this device has not been given the present keys yet",
                "run 'keychainctl sync now' on another machine, then here"
            )
        case .moved:
            ("the remote was given another address or password meanwhile", "run the command again")
        default:
            (
                "no machine has let this one in yet",
                "run 'keychainctl sync now' on the machine that made the code or confirms the "
                    + "number, then here"
            )
        }
    }

    /// What is wrong with a command, and what to do instead.
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
                "join them with 'keychainctl sync join', or use an empty repository"
            )
        case .remoteIsEmpty:
            (
                "the remote has no synchronized keychains yet",
                "check the address, and run 'keychainctl sync setup' on the first machine"
            )
        case .otherVault:
            (
                "the code or recovery key belongs to other keychains than those of this remote",
                "check the address, and ask for a new code"
            )
        case .otherRemote:
            (
                "the remote has other synchronized keychains than this one",
                "check the address"
            )
        case .noSuchDevice:
            (
                "no device, or more than one, has this name",
                "use its identifier: see 'keychainctl sync devices'"
            )
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
        case .noSuchInvite:
            (
                "no code, or more than one, has this identifier",
                "see 'keychainctl sync invites'"
            )
        case .noRequest: requests([])
        case .manyRequests(let ids): requests(ids)
        case .noSuchConflict:
            (
                "there is no overwritten value with this number",
                "see 'keychainctl sync conflicts'"
            )
        case .changed:
            (
                "the item was changed meanwhile",
                "look at it, and run the command again"
            )
        case .keychain, .alarm, .notMember, .offline, .waiting, .keysMissing, .paused, .notAdmin,
            .noAnswer, .comparisonEnded, .recoveryInterrupted, .moved:
            ("the command cannot be run now", "see 'keychainctl sync status'")
        }
    }

    /// Why it is not clear which machine to let in.
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

    static var notMember: Failure {
        Failure(
            KeychainError(
                .missingEntitlement,
                reason:
                    "This device is not a member any more. Your items stay; to take part again, "
                    + "run 'keychainctl sync leave' and join with a new code."
            )
        )
    }

    /// What a person should know about an alarm.
    static func alarm(_ alarm: TrustAlarm) -> Failure {
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
            }
        return Failure(
            .syncAlarm,
            what,
            advice: "nothing of it was stored, and this device neither sends nor reads any more; "
                + "compare 'keychainctl sync status' on your machines; if you know why, for "
                + "instance a restored repository, run 'keychainctl sync leave' and join again"
        )
    }

    /// How a round ended, unless it went well.
    init?(_ end: SyncRound.End, _ detail: String?) {
        switch end {
        case .upToDate: return nil
        case .offline: self.init(SyncProblem.offline, detail)
        case .busy:
            self.init(
                .offline,
                "others changed the remote or this keychain each time before this machine could",
                advice: "nothing is lost: try again with 'keychainctl sync now'"
            )
        case .wentBack: self = .alarm(.wentBack)
        case .alarm(let alarm): self = .alarm(alarm)
        case .notMember: self = .notMember
        case .keysMissing: self.init(SyncProblem.keysMissing)
        }
    }
}
