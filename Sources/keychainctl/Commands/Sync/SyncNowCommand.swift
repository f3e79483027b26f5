internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync now`.
struct SyncNowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "now",
        abstract: "Send and read what is new, and let invited machines in.",
        discussion: """
            Ends with status 53 if the remote does not answer, and 80 if it shows what no honest \
            one can show; nothing is lost in either case.

            EXAMPLES
              keychainctl sync now
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        try Self.round(sync, try sync.engine())
    }

    /// Makes a round, and says what came of it.
    static func round(_ sync: SyncPlace, _ engine: SyncRemote) throws {
        let observed = ObservedEngine(engine) { traffic in
            Terminal.progress(
                "\(counted(traffic.received, "item")) received, \(traffic.sent) sent"
            )
        }
        let result = Result {
            try sync.asking(engine) { vault throws(SyncProblem) in
                (try await vault.round(on: observed), await engine.complaint)
            }
        }
        Terminal.progress("")
        let (round, detail) = try result.get()
        if let failure = Failure(round.end, detail) { throw failure }
        for name in round.added {
            Terminal.say("\(name) is a member now. Run 'keychainctl sync now' there.")
        }
        guard case .upToDate(let waiting, let unreadable, let oversized) = round.end else {
            return
        }
        sync.noteRound()
        if waiting > 0 {
            Terminal.say(
                "Until the keychain is unlocked, \(counted(waiting, "item")) cannot be compared."
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
}
