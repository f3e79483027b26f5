internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync invite`.
struct SyncInviteCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Make a code with which other machines can join.",
        discussion: """
            Type the code on the other machine, for 'keychainctl sync join', and give it to nobody \
            else: who has it can read everything that is synchronized. Then run 'keychainctl sync \
            now' here, which lets the machine in; 'keychainctl sync run' does so by itself.

            A machine that joins gets the keys of what is there. With an old copy of the repository, it \
            can also read values that were changed or deleted while these keys were in use. If it must \
            not, run 'keychainctl sync rotate' first: then it can read nothing older.

            A code is for one machine. With --uses it is for more, such as the servers of a fleet: \
            see --code-file and --wait of 'keychainctl sync join'. 'keychainctl sync invites' shows \
            which codes can still be used, and withdraws one.

            EXAMPLES
              keychainctl sync invite
              keychainctl sync invite --role reader --hours 2
              keychainctl sync invite --role reader --uses 200 > join.code
            """
    )

    @Option(help: "What the machine may do: admin, writer, reader or publisher.") var role =
        MemberRole.admin
    @Option(help: "How many hours the code is good for, up to 720.") var hours = 24
    @Option(help: "How many machines can join with the code, up to 1000.") var uses = 1
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        guard SyncedVault.inviteHours.contains(hours), SyncedVault.inviteUses.contains(uses) else {
            throw Failure(
                .usage,
                "a code cannot be good for as many hours or machines",
                advice: "use 1 to 720 hours, and 1 to 1000 uses"
            )
        }
        let (sync, role, hours, uses) = (
            try SyncPlace(place.choice.openFile()), role.role, hours, uses
        )
        let engine = try sync.engine()
        let code = try sync.asking(engine, again: .unchanged(nil)) { vault throws(SyncProblem) in
            try await vault.invite(role, hours: hours, uses: uses, on: engine)
        }
        guard !json else {
            return Terminal.json(
                .object([
                    ("code", .secret(code.text)), ("role", .string("\(role)")),
                    ("hours", .number(Int64(hours))), ("uses", .number(Int64(uses))),
                ])
            )
        }
        SecretOutput.write(code.text)
        if !Terminal.isInteractive { SecretOutput.write("\n") }
    }
}
