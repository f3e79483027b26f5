internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync accept-older`.
struct SyncAcceptOlderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept-older",
        abstract: "Accept that the remote was restored from an older copy.",
        discussion: """
            A remote that is older than what a machine has read stops that machine, because somebody \
            may have put it back. If you have restored it yourself, for instance from a backup of the \
            repository or a snapshot of etcd, run this once, on a machine that is an admin and has \
            read the newest state. It signs that what was lost is given up. All other machines that \
            have read no more continue by themselves in their next round; each sends again what it has \
            and the remote has lost. Machines that were added or removed since are added or removed \
            again.

            It asks for confirmation; without a terminal, --yes is required. If no admin is left, \
            'keychainctl sync recover' with the recovery key makes a stopped machine one.

            EXAMPLES
              keychainctl sync accept-older
              keychainctl sync accept-older --yes
            """
    )

    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        let older = try sync.asking(engine, again: .unchanged("'keychainctl sync accept-older'")) {
            vault throws(SyncProblem) in
            try await vault.olderState(on: engine)
        }
        Self.explain(older)
        let remote = try sync.settings().remote
        guard try yes || Terminal.confirm("Accept the older state of \(remote)?") else {
            throw Failure(
                .declined,
                "the older state was not accepted, and nothing was changed",
                advice: "run the command again to confirm"
            )
        }
        let count = try sync.asking(engine, again: .uncertain("'keychainctl sync accept-older'")) {
            vault throws(SyncProblem) in
            try await vault.acceptOlder(older, on: engine)
        }
        let sent =
            count == 0
            ? ""
            : "\(counted(count, "item")) of this machine that the remote had lost "
                + "\(count == 1 ? "is" : "are") sent again. "
        Terminal.say(
            "The older state is accepted. \(sent)The other machines continue by themselves."
        )
        try SyncNowCommand.round(sync, engine)
    }

    private static func explain(_ older: OlderState) {
        Terminal.say(
            "The remote has lost \(counted(older.lostCommits, "commit")) and "
                + "\(counted(older.lostChanges, "change")) of its machines that this one has read."
        )
        for name in older.added { Terminal.say("\(name) is added again.") }
        for name in older.removed { Terminal.say("\(name) is removed again.") }
        for name in older.strangers {
            Terminal.say(
                "\(name) was removed, and has changed items on the remote since: its changes are "
                    + "taken, too. Say no if it was stolen, and put the remote right."
            )
        }
        if older.lostRecoveryKey {
            Terminal.say(
                "The newest recovery key is lost with it: afterwards, make another one with "
                    + "'keychainctl sync recovery create'."
            )
        }
        Terminal.say(
            "Edits that only a machine has that reads no more, or is lost, are lost. A machine that "
                + "has read more than this one stays stopped: run the command there, too, or, where it is "
                + "no admin, 'keychainctl sync leave', and join with a new code."
        )
    }
}
