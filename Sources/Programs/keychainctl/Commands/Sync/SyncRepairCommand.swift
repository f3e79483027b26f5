internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync repair`.
struct SyncRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Write items again that the remote has lost.",
        discussion: """
            Reads every file that the history of the remote names, and writes those again that are \
            missing or were changed, as far as this machine has them: as they were if it has read \
            them, and otherwise as new edits. 'keychainctl sync doctor' shows which they are.

            If no machine has an item any more, --forget removes it for all of them, so that new \
            machines can join: it asks for confirmation, or needs --yes.

            EXAMPLES
              keychainctl sync repair
            """
    )

    @Flag(help: "Remove the items that this machine does not have, on all machines.")
    var forget = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        var repair = try sync.asking(engine, again: .uncertain("'keychainctl sync repair'")) {
            vault throws(SyncProblem) in
            try await vault.repair(on: engine)
        }
        Terminal.say(
            "\(counted(repair.written, "file")) of the remote written again, and "
                + "\(counted(repair.stored, "item")) stored again."
        )
        if forget, !repair.rest.isEmpty {
            let items = counted(repair.rest.count, "item")
            guard try yes || Terminal.confirm("Remove \(items) on all machines?") else {
                throw Failure(
                    .declined,
                    "nothing was removed",
                    advice: "run 'keychainctl sync repair' on a machine that has the items"
                )
            }
            repair = try sync.asking(
                engine,
                again: .uncertain("'keychainctl sync repair --forget'")
            ) {
                vault throws(SyncProblem) in
                try await vault.repair(on: engine, forgets: true)
            }
            Terminal.say("\(counted(repair.forgotten, "item")) removed on all machines.")
        }
        for rest in repair.rest {
            let author = rest.device.isEmpty ? "a machine without a name" : rest.device
            Terminal.say(
                "Item \(rest.item), written by \(author), is not on this machine in the version "
                    + "that was lost."
            )
        }
        guard repair.rest.isEmpty else {
            throw Failure(
                .syncAlarm,
                "the remote has lost items that this machine does not have",
                advice:
                    "run 'keychainctl sync repair' on a machine that has them, first on the one "
                    + "that wrote them; if none has, use --forget"
            )
        }
        try SyncNowCommand.round(sync, engine)
    }
}
