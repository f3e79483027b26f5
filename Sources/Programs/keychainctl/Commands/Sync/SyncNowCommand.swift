internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync now`.
struct SyncNowCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Send and read what is new; let invited machines in.",
        discussion: """
            Ends with status 53 if the remote does not answer, and 80 if it shows what no honest \
            one can show; nothing is lost in either case. Such an alarm ends by itself once the \
            remote shows again what this machine had read.

            EXAMPLES
              keychainctl sync now
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        try Self.round(sync, try sync.engine(), json: json)
    }

    /// Makes a round, and prints the outcome.
    ///
    /// - Parameters:
    ///   - sync: The keychain.
    ///   - engine: The remote.
    ///   - json: Whether to print the outcome of a round that succeeded.
    ///   - step: The next step for machines that were let in.
    /// - Throws: ``Failure`` if it did not.
    static func round(
        _ sync: SyncPlace,
        _ engine: SyncRemote,
        json: Bool = false,
        then step: String = "Run 'keychainctl sync now' there."
    ) throws {
        let observed = ObservedEngine(engine) { traffic in
            Terminal.progress(
                "\(counted(traffic.received, "item")) received, \(traffic.sent) sent"
            )
        }
        let result = Result {
            try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
                (try await vault.round(on: observed), await engine.complaint)
            }
        }
        Terminal.progress("")
        let (round, detail) = try result.get()
        if case .notMember = round.end { throw Failure.removed(sync.vault.knownRemoval) }
        let mayAccept = try !round.end.isAlarm || sync.mayAccept
        if let failure = Failure(round.end, detail, mayAccept: mayAccept) { throw failure }
        if let alarm = round.ended { say(alarm, round.sentAgain) }
        for name in round.added {
            Terminal.say("\(name) is a member now. \(step)")
        }
        guard case .upToDate(let waiting, let unreadable, let oversized) = round.end else {
            return
        }
        if waiting == 0 { sync.noteRound() }
        if json {
            answer(
                round.added,
                [
                    ("missing", round.missing), ("waiting", waiting), ("unreadable", unreadable),
                    ("oversized", oversized),
                ]
            )
        }
        if round.missing > 0 {
            Terminal.say(
                "The remote has lost the files of \(counted(round.missing, "item")) that this machine "
                    + "has: run 'keychainctl sync repair'."
            )
        }
        try remind(sync)
        if waiting > 0 {
            Terminal.say(
                "Until the keychain is unlocked, \(counted(waiting, "item")) cannot be synchronized."
            )
        }
        if unreadable > 0 {
            Terminal.say(
                "This version cannot read \(counted(unreadable, "item")) of other machines, which "
                    + "stay as they are here. Update keychainctl on all machines."
            )
        }
        if oversized > 0 {
            Terminal.say(
                "This machine alone has \(counted(oversized, "item")) of more than 1 MB: too large "
                    + "to be synchronized."
            )
        }
    }

    /// Says that an alarm has ended.
    ///
    /// - Parameters:
    ///   - alarm: The alarm.
    ///   - count: The number of items that are sent again; `nil` if the remote has lost nothing.
    private static func say(_ alarm: TrustAlarm, _ count: Int?) {
        let start = "The alarm has ended (\(Failure.alarm(alarm).problem)): "
        guard let count else {
            return Terminal.say(
                start + "the remote shows again what this machine had read, and everything is "
                    + "verified."
            )
        }
        let accepted = start + "an admin has accepted the older state."
        guard count > 0 else { return Terminal.say(accepted) }
        Terminal.say(
            accepted
                + " This machine has changes of \(counted(count, "item")) that the remote had lost."
        )
    }

    /// Prints the outcome of a round, for programs.
    private static func answer(_ added: [String], _ counts: [(String, Int)]) {
        Terminal.json(
            .object(
                [("added", .array(added.map(JSON.string)))]
                    + counts.map { ($0.0, .number(Int64($0.1))) }
            )
        )
    }

    /// Says which edits were not sent, and never will be.
    private static func remind(_ sync: SyncPlace) throws {
        let vault = sync.vault
        let status = try Waiting.wait {
            do throws(SyncProblem) { return try await vault.status() } catch {
                throw Failure(error)
            }
        }
        guard status.role?.changesItems == false || status.isMirror,
            let text = SyncEditsCommand.reminder(
                status.unsent,
                status.role,
                isMirror: status.isMirror
            )
        else { return }
        Terminal.say(text)
    }
}
