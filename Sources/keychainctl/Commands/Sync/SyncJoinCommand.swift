internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync join`.
struct SyncJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: "Join the machines that synchronize, with a code of one of them.",
        discussion: """
            Reads the code that 'keychainctl sync invite' prints, from the terminal or standard \
            input. Then run 'keychainctl sync now' on the machine that made the code, and here.

            EXAMPLES
              keychainctl sync join git@example.com:me/keys.git
            """
    )

    @OptionGroup var member: NewMemberOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.openToStore())
        var source = try PasscodeSource("join code")
        let settings = try member.settings(sync.keychain, from: &source)
        let engine = try sync.engine(settings)
        let code = try InviteCode(typed: source.next(asking: "Code: "))
        let name = member.machine
        try sync.asking(engine) { vault throws(SyncProblem) in
            try await vault.join(settings, with: code, name: name, on: engine)
        }
        Terminal.say(
            "This machine has asked to join. Run 'keychainctl sync now' on the machine that made "
                + "the code, then here."
        )
    }
}
