internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl sync setup`.
struct SyncSetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup",
        abstract: "Begin to synchronize, with an empty repository or an etcd cluster.",
        discussion: """
            Prints a recovery key, which lets a new machine in when all others are lost. Write it \
            on paper, and type it back. Where standard input is not a terminal, nobody can; \
            --unconfirmed takes it as it is.

            EXAMPLES
              keychainctl sync setup git@example.com:me/keys.git
              keychainctl sync setup etcds://etcd1.example:2379/keys --user me --ca ca.pem
            """
    )

    @OptionGroup var member: NewMemberOptions
    @Flag(help: "Do not ask to type the recovery key back.") var unconfirmed = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.openToStore())
        var source = try PasscodeSource()
        let settings = try member.settings(sync.keychain, from: &source)
        let engine = try sync.engine(settings)
        guard unconfirmed || source.isTerminal else {
            throw Failure(
                .usage,
                "nobody can type the recovery key back without a terminal",
                advice: "run the command on a terminal, or use --unconfirmed"
            )
        }
        do throws(SyncProblem) {
            guard try sync.vault.settings() == nil else { throw .alreadySetUp }
        } catch { throw Failure(error) }
        let key = RecoveryKey(entropy: .system)
        SecretOutput.write(RecoverySheet.line(of: key))
        while !unconfirmed {
            let typed = try WaysIn.recoveryKey(from: &source, asking: "Type it back: ")
            guard !typed.matches(key) else { break }
            Terminal.say("This is another recovery key. Enter the one that is shown above.")
        }
        let name = member.machine
        try sync.asking(engine) { vault throws(SyncProblem) in
            try await vault.setUp(settings, name: name, recovery: key, on: engine)
            _ = try await vault.round(on: engine)
        }
        Terminal.say(
            "The keychain is synchronized from now on. 'keychainctl sync invite' makes a code for "
                + "another machine."
        )
    }
}
