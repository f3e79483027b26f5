internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync rotate`.
struct SyncRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give all machines new keys for what is stored from now on.",
        discussion: """
            'sync remove' does so, too. What the repository has already stays readable with the old \
            keys, which every machine has, also one that joins later: what git keeps of deleted items is \
            open to it. Change a password that somebody must not have where you use it.

            EXAMPLES
              keychainctl sync rotate
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        try sync.asking(engine) { vault throws(SyncProblem) in
            try await vault.rotate(on: engine)
        }
        Terminal.say("All machines have new keys.")
    }
}
