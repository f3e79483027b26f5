internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync rotate`.
struct SyncRotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Give all machines new keys, and encrypt all items again under them.",
        discussion: """
            A machine that joins afterwards can read the items that are there then. What was changed or \
            deleted before is closed to it, even in an old copy of the repository. The machines that \
            are there now have the old keys, and keep what they have read: change a password that \
            somebody must not have where you use it.

            If it is interrupted, run it again.

            EXAMPLES
              keychainctl sync rotate
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        let renewal = try sync.asking(
            engine,
            again: NextAttempt("no new keys were made", run: "'keychainctl sync rotate'")
        ) { vault throws(SyncProblem) in
            try await vault.rotate(on: engine) {
                Terminal.progress("\(counted($0.done, "item")) encrypted again, \($0.rest) to go")
            }
        }
        Terminal.progress("")
        Terminal.say("All machines have new keys.")
        Terminal.say("\(counted(renewal.done, "item")) encrypted again with them.")
        guard renewal.unreadable > 0 else { return }
        Terminal.say(
            "Note: \(counted(renewal.unreadable, "item")) could not be read, and stayed under the old "
                + "keys, which a machine that joins later gets, too."
        )
    }
}
