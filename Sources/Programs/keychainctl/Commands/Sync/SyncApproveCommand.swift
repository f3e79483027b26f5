internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync approve`.
struct SyncApproveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Let a machine in that asks with 'sync join --request', by comparing a number.",
        discussion: """
            Run 'keychainctl sync join REMOTE --request' on the new machine first. Both machines \
            then show a number and ask whether it is the same. Answer only after you have looked at \
            both: if they differ, somebody who can write to the remote is between the machines.

            EXAMPLES
              keychainctl sync approve laptop
              keychainctl sync approve build-server --role reader --id 3fa9c2d1
            """
    )

    @Argument(
        help: ArgumentHelp(
            "What to call the new machine, in at most \(NewMemberOptions.longestName) characters."
        )
    )
    var name: String
    @Option(help: "What the machine may do: admin, writer, reader or publisher.") var role =
        MemberRole.admin
    @Option(help: "The beginning of the identifier that it shows, if several ask.") var id = ""
    @Option(
        help: ArgumentHelp(
            "How long to wait for the machine: 90s, 15m, 2h or 1d.",
            valueName: "time"
        )
    )
    var wait: TimeSpan?
    @OptionGroup var place: KeychainOptions

    func validate() throws { try NewMemberOptions.check(name) }

    func run() throws {
        let (sync, name, role, id) = (try SyncPlace(place.choice.openFile()), name, role.role, id)
        try NumberComparison.requireTerminal()
        let engine = try sync.engine()
        let time = wait?.duration ?? NumberComparison.patience
        let compared = try sync.asking(engine, again: .unchanged(nil)) {
            vault throws(SyncProblem) in
            try await vault.compare(id, on: engine, within: time)
        }
        try NumberComparison.confirm(compared.number) {
            try sync.asking(engine, again: .unchanged(nil)) { vault throws(SyncProblem) in
                await vault.refuse(compared, on: engine)
            }
        }
        Terminal.say("Confirm the number on the other machine, too.")
        try sync.asking(
            engine,
            again: NextAttempt(
                "it is not certain that the machine was let in",
                run: nil,
                end: ", after 'keychainctl sync leave' and 'keychainctl sync join --request' "
                    + "there, if 'keychainctl sync devices' does not show it after 'keychainctl "
                    + "sync now'"
            )
        ) { vault throws(SyncProblem) in
            try await vault.approve(compared, as: name, role, on: engine, within: time)
        }
        Terminal.say("\(name) is a member now.")
    }
}
