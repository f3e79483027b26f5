internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync admit`.
struct SyncAdmitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admit",
        abstract: "Let machines in that join through a mirror.",
        discussion: """
            Reads what 'keychainctl sync request' printed on each of them. The machine that made their \
            code lets them in at once; any other one leaves their requests for it. Then publish again, \
            unless 'keychainctl sync run --publish' does so.

            EXAMPLES
              keychainctl sync admit web1.request web2.request
              ssh web1 keychainctl sync request | keychainctl sync admit -
            """
    )

    @Argument(help: "The files; - is standard input.", completion: .file())
    var files: [String]
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.choice.openFile()
        // All of them are read before anything is sent.
        let requests = try files.map { file in
            let bytes = try file == "-" ? SecretInput.everything() : SecretInput.secretFile(file)
            guard let text = JoinRequestText(bytes) else {
                let failure = Failure(SyncProblem.malformedRequest)
                throw Failure(.usage, "\(file): \(failure.problem)", advice: failure.advice)
            }
            return text.request
        }
        let sync = try SyncPlace(keychain)
        let engine = try sync.engine()
        try sync.asking(engine, again: .uncertain(nil)) { vault throws(SyncProblem) in
            try await vault.bring(requests, to: engine)
        }
        try SyncNowCommand.round(
            sync,
            engine,
            then: "Run 'keychainctl sync publish' unless 'sync run --publish' does so, then "
                + "'keychainctl sync now' there."
        )
        let waiting = try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
            try await vault.waiting(requests, on: engine)
        }
        guard waiting > 0 else { return }
        Terminal.say(
            AdvisedCommand.naming(
                KeychainChoice.onCommandLine,
                in:
                    "\(counted(waiting, "request")) \(waiting == 1 ? "waits" : "wait") for the machine "
                    + "that made the code: run 'keychainctl sync now' there."
            )
        )
    }
}
