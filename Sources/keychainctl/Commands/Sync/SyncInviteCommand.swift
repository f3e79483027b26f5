internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync invite`.
struct SyncInviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Make a code with which one other machine can join.",
        discussion: """
            Type the code on the other machine, for 'keychainctl sync join', and give it to nobody \
            else: who has it can read everything that is synchronized. Then run 'keychainctl sync \
            now' here, which lets the machine in.

            EXAMPLES
              keychainctl sync invite
              keychainctl sync invite --role reader --hours 2
            """
    )

    @Option(help: "What the machine may do: admin, writer or reader.") var role = "admin"
    @Option(help: "How many hours the code is good for, up to 720.") var hours = 24
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let roles: [String: SyncRole] = ["admin": .admin, "writer": .writer, "reader": .reader]
        guard let role = roles[role], (1...720).contains(hours) else {
            throw Failure(
                .usage,
                "there is no such role or number of hours",
                advice: "use admin, writer or reader, and 1 to 720 hours"
            )
        }
        let (sync, hours) = (try SyncPlace(place.open()), hours)
        let engine = try sync.engine()
        let code = try sync.asking(engine) { vault throws(SyncProblem) in
            try await vault.invite(role, hours: hours, on: engine)
        }
        SecretOutput.write(code.text)
        if !Terminal.isInteractive { SecretOutput.write("\n") }
    }
}
