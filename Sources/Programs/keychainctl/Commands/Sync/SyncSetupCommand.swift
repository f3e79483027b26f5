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
    @OptionGroup var recovery: NewRecoveryKey
    @OptionGroup var place: KeychainOptions

    func run() throws {
        // Before a person is asked for anything.
        guard !MirrorAddress.isMeant(by: member.remote) else { throw Failure(SyncProblem.mirrored) }
        var source = try recovery.source()
        let new = try member.new(place.choice, from: &source)
        try new.ask { vault, engine throws(SyncProblem) in
            try await vault.requireNoVault(on: engine)
        }
        let key = try recovery.make(source)
        let (name, settings) = (member.machine, new.settings)
        try new.begin { sync, engine in
            try sync.asking(engine, again: .settingUp) { vault throws(SyncProblem) in
                try await vault.setUp(settings, name: name, recovery: key, on: engine)
            }
            _ = try sync.asking(engine, again: .round) { vault throws(SyncProblem) in
                try await vault.round(on: engine)
            }
        }
        Terminal.say(
            "The keychain is synchronized from now on. 'keychainctl sync invite' makes a code for "
                + "another machine."
        )
    }
}
