internal import ArgumentParser
internal import KeychainEssentials
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync status`.
struct SyncStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what is synchronized, and how far this device has read.",
        discussion: """
            Does not ask the remote. On a terminal, four lines say what is where, who is a member \
            and when this machine last read something new of it, when everything was last sent and \
            read, and what waits. In a pipe, each line has a name and a value with a tab between \
            them: state (active, waiting, paused, stopped, removed), remote, vault, devices, items, stays-here \
            (items that are marked as synchronized and bound to this device), commits, digest \
            (empty if nothing has been read), last-round, when this device last had nothing left \
            to send or to read, last-alarm, when the last alarm ended and what it was, role (admin, writer, reader; empty until something was read), and \
            unsent, the number of items with edits that no other machine has ('sync edits'); the numbers \
            of items are empty while some of them cannot be read, because the keychain is locked; and, for \
            each other machine, seen, with the time ('never' for none), a space and the name. evidence \
            says what the remote showed at the last alarm, and what this machine had read. mirror-signed \
            and mirror-expires say when the state was signed that was read from a mirror, and until when \
            it is believed. \
            Two machines that have read the same number of commits have the same digest, unless \
            the remote deceives them. Ends with status 80 if synchronization was stopped, and 77 if this \
            machine was removed.

            EXAMPLES
              keychainctl sync status
            """
    )

    /// The next step on a machine that has joined.
    static let firstRound = "run 'keychainctl sync now'"

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: false)
        let vault = sync.vault
        let status = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status() } catch {
                throw Failure(error)
            }
        }
        let next = Self.next(status).map {
            AdvisedCommand.naming(KeychainChoice.onCommandLine, in: $0)
        }
        let isForPeople = !json && Terminal.isInteractive
        if isForPeople {
            let lastRound = sync.lastRound
            let summary = SyncSummary(
                status: status,
                lastRound: lastRound,
                now: sync.now,
                next: next
            )
            for line in summary.lines { Terminal.line("\(line)") }
        } else {
            tell(status, sync.lastRound)
        }
        if let alarm = status.alarm {
            throw Failure.alarm(alarm, mayAccept: status.role == .admin)
        }
        if let removal = status.removal { throw Failure.removed(removal) }
        if let next, !isForPeople { Terminal.say(next) }
    }

    /// Prints the state for programs.
    private func tell(_ status: VaultStatus, _ lastRound: Date?) {
        let ended = status.endedAlarm.map { ended in
            "\(ended.time.formatted(.iso8601)) \(Failure.alarm(ended.alarm).problem)"
        }
        // A number without the items that cannot be read would be taken for all of them.
        let number = { (count: Int) in status.locked > 0 ? "" : "\(count)" }
        let lines: [(String, String)] = [
            ("state", Self.state(status)), ("remote", status.remote), ("vault", status.vault),
            ("devices", "\(status.devices.count { $0.role != .recovery })"),
            ("items", number(status.items)), ("stays-here", number(status.home)),
            ("commits", "\(status.commits)"), ("digest", status.digest),
            ("last-round", lastRound?.formatted(.iso8601) ?? ""), ("last-alarm", ended ?? ""),
            ("role", status.role.map { "\($0)" } ?? ""), ("unsent", number(status.unsent)),
            ("evidence", status.evidence?.sentence ?? ""),
            ("mirror-signed", status.mirrored?.lowerBound.formatted(.iso8601) ?? ""),
            ("mirror-expires", status.mirrored?.upperBound.formatted(.iso8601) ?? ""),
        ]
        let others = status.devices.filter { $0.role != .recovery && !$0.isOwn }
        let seen = others.map { device in
            ("seen", "\(device.seen?.formatted(.iso8601) ?? "never") \(device.name)")
        }
        let members = JSON.array(status.devices.map(SyncDevicesCommand.json))
        tell(lines + seen, lines.map { ($0.0, JSON.string($0.1)) } + [("members", members)])
    }

    private static func state(_ status: VaultStatus) -> String {
        if status.removal != nil { return "removed" }
        if status.alarm != nil { return "stopped" }
        if status.isWaiting { return "waiting" }
        return status.isPaused ? "paused" : "active"
    }

    /// The user's next step; `nil` if there is none.
    private static func next(_ status: VaultStatus) -> String? {
        if status.isPaused { return "End the pause with 'keychainctl sync resume'." }
        if status.isWaiting {
            let problem = status.isComparing ? SyncProblem.unconfirmed : .waiting
            let waiting = Failure.sync(problem, nil, isMirror: status.isMirror)
            return "No machine has let this one in yet: \(waiting.advice)."
        }
        // Whatever was read has members first; a vault without items has no commit.
        if status.devices.isEmpty { return "Nothing has been read yet: \(firstRound)." }
        if status.locked > 0 {
            return "Changes may wait: unlock the keychain with 'keychainctl unlock'."
        }
        return SyncEditsCommand.reminder(status.unsent, status.role, isMirror: status.isMirror)
    }
}
