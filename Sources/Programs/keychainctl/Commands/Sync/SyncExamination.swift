internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// The findings about a synchronized keychain.
struct SyncExamination {
    /// The findings about the vault.
    let report: VaultReport
    /// The message of the program that reaches the remote.
    let detail: String?
    /// The time when everything was last synchronized.
    let lastRound: Date?
    /// The time of the findings.
    let now: Date

    /// The largest accepted difference between the clocks of machines, in seconds: later edits win.
    private static let longestAhead: Double = 24 * 60 * 60
    /// The time without synchronization, in seconds, after which the user may have forgotten it.
    private static let longestRest: Double = 7 * 24 * 60 * 60

    /// The findings in the order of the output, also those without a problem.
    var findings: [Finding] {
        let status = report.status
        var findings = [Self.remote(report, detail)] + Self.evidence(status)
        guard !status.isWaiting else { return findings }
        // Whatever was read has members first.
        findings +=
            status.devices.isEmpty
            ? [Self.beginning]
            : [rounds, Self.history(status), Self.members(report), clock]
        return findings + Self.missing(report.missing) + Self.work(report) + Self.unreadable(report)
            + Self.invites(report.invites)
    }

    /// The finding about the last synchronization: no other one would show that it does not run.
    private var rounds: Finding {
        let topic = "rounds"
        let advice = "run 'keychainctl sync now', or have 'keychainctl sync run' run always"
        guard let lastRound else {
            return .note(topic, "nothing was synchronized yet on this machine", advice: advice)
        }
        let text = "everything was synchronized at \(lastRound.formatted(.iso8601))"
        return now.timeIntervalSince(lastRound) > Self.longestRest
            ? .note(topic, text + ", more than a week ago", advice: advice) : .fine(topic, text)
    }

    private static func remote(_ report: VaultReport, _ detail: String?) -> Finding {
        guard let problem = report.problem else {
            // Nothing is sent by an examination, so a remote that takes nothing looks like any other.
            let mayRefuse = report.unsent > 0 && !report.status.isMirror
            let end = mayRefuse ? "; whether it takes changes was not tried" : ""
            let text = "\(report.status.remote) answers, and what it shows is verified"
            return .fine("remote", text + end)
        }
        let failure =
            report.status.removal.map { Failure.removed($0) }
            ?? .sync(problem, detail, isMirror: report.status.isMirror)
        if case .paused = problem {
            return .note("remote", failure.problem, advice: failure.advice)
        }
        if case .alarm(let alarm) = problem {
            let stopped = Failure.alarm(alarm, mayAccept: report.role == .admin)
            return .problem("remote", stopped.problem, advice: stopped.advice)
        }
        return .problem("remote", failure.problem, advice: failure.advice)
    }

    /// The finding about the two histories of an alarm that has not ended.
    private static func evidence(_ status: VaultStatus) -> [Finding] {
        guard status.alarm != nil, let evidence = status.evidence else { return [] }
        return [
            .note(
                "evidence",
                Failure.clause(evidence.sentence),
                advice: "compare 'keychainctl sync status' on your machines"
            )
        ]
    }

    /// The finding for a machine that has joined, but has not read the vault since.
    private static let beginning = Finding.note(
        "history",
        "this machine has joined, and has read nothing yet",
        advice: SyncStatusCommand.firstRound
    )

    /// The finding about the history, which two users can compare.
    private static func history(_ status: VaultStatus) -> Finding {
        guard status.commits > 0 else {
            return .fine("history", "no machine has sent an item yet")
        }
        return .fine(
            "history",
            "\(counted(Int(clamping: status.commits), "commit")) read, digest \(status.digest): the "
                + "same on each machine that has read as many"
        )
    }

    private static func members(_ report: VaultReport) -> Finding {
        let devices = report.status.devices
        guard let role = report.role else {
            return .problem(
                "members",
                "this machine is not a member",
                advice: "run 'keychainctl sync leave' here, and join with a new code"
            )
        }
        let machines = devices.count { $0.role != .recovery }
        let text = "\(counted(machines, "machine")); this one is \(role)"
        guard devices.contains(where: { $0.role == .recovery }) else {
            return .note(
                "members",
                text + "; there is no recovery key",
                advice: "keep at least two machines that are admins"
            )
        }
        return .fine("members", text + "; a recovery key")
    }

    /// The finding about edits of machines whose clocks were ahead: an edit that has seen one of them is
    /// later still, so that no further edit brings an item back to the present.
    private var clock: Finding {
        let early = report.early.filter { $0.date.timeIntervalSince(now) > Self.longestAhead }
        guard let first = early.first else { return .fine("clock", "no edit is a day ahead of it") }
        let items = early.prefix(3).map { edit in
            let machine = edit.device.isEmpty ? "a machine without a name" : edit.device
            return "\(SyncedItemText.text(edit.item)) (edited by \(machine))"
        }
        let rest = early.count > 3 ? " and \(early.count - 3) more" : ""
        let doubt = isProbablyBehind(early) ? "; this machine's clock is probably behind" : ""
        return .problem(
            "clock",
            "edits are up to \(Self.span(report.ahead)) ahead of this machine's clock: "
                + "\(items.joined(separator: ", "))\(rest)\(doubt); of two edits that have not met, "
                + "the older one can win until \(first.date.formatted(.iso8601))",
            advice:
                "check this machine's clock; only if it is right, check those of the others, delete "
                + "such an item, run 'keychainctl sync now' on all of them, and add it again"
        )
    }

    /// Whether this machine's clock is more likely to be wrong than that of another one: where several
    /// machines, or most of the items, are ahead of it.
    private func isProbablyBehind(_ early: [VaultReport.Early]) -> Bool {
        if Set(early.map(\.device)).count > 1 { return true }
        // One or two items say little, and how many there are is not known while they are locked.
        return report.isUnlocked && early.count > 2 && early.count * 2 > report.status.items
    }

    /// A time in hours, and from two days on in days.
    private static func span(_ seconds: Double) -> String {
        let hours = Int(clamping: Int64(seconds / 3600))
        return hours < 48 ? counted(hours, "hour") : counted(hours / 24, "day")
    }

    /// The findings about changes that wait to be sent, read or compared, and about those that
    /// stay.
    private static func work(_ report: VaultReport) -> [Finding] {
        var findings: [Finding] = []
        if report.unread > 0 {
            findings.append(
                .note(
                    "reading",
                    "\(counted(Int(clamping: report.unread), "commit")) not read yet",
                    advice: "run 'keychainctl sync now'"
                )
            )
        }
        if report.unsent > 0 {
            let isMirror = report.status.isMirror
            let (fate, advice) = SyncEditsCommand.outlook(report.role, isMirror: isMirror)
            let edits = "the edits of \(counted(report.unsent, "item"))"
            findings.append(.note("sending", "\(edits) \(fate)", advice: advice))
        }
        if !report.isUnlocked {
            findings.append(
                .note(
                    "locked",
                    "items that need an unlocked keychain were not examined, and their edits are "
                        + "not sent",
                    advice: "unlock the keychain"
                )
            )
        }
        if report.status.home > 0 {
            findings.append(
                .note(
                    "stays here",
                    "\(counted(report.status.home, "item")) marked as synchronized, and bound to "
                        + "this machine by accessibility or by user authentication",
                    advice: "change the accessibility of an item that should be synchronized"
                )
            )
        }
        return findings
    }

    /// Files of the remote, each of which was read.
    private static func missing(_ missing: [VaultReport.Unreadable]) -> [Finding] {
        missing.map { record in
            .problem(
                "files",
                "the remote has lost or changed the file of item \(record.item), written by "
                    + (record.device.isEmpty ? "a machine without a name" : record.device),
                advice: "run 'keychainctl sync repair' on a machine that has the item"
            )
        }
    }

    private static func unreadable(_ report: VaultReport) -> [Finding] {
        report.unreadable.map { record in
            .problem(
                "records",
                "item \(record.item) is no item that this version can read, written by "
                    + (record.device.isEmpty ? "a machine without a name" : record.device),
                advice: "update keychainctl here; change the item again on that machine"
            )
        }
    }

    private static func invites(_ invites: [VaultInvite]) -> [Finding] {
        guard !invites.isEmpty else { return [] }
        let places = invites.reduce(0) { $0 + $1.uses - $1.used }
        return [
            .note(
                "invites",
                "\(counted(places, "more machine")) can join with \(counted(invites.count, "code"))",
                advice: "see 'keychainctl sync invites', and withdraw what nobody needs"
            )
        ]
    }
}
