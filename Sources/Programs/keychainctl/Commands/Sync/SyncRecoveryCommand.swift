internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
internal import SafeText

/// `keychainctl sync recovery`.
struct SyncRecoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Replace the recovery key, or remove it.",
        discussion: """
            EXAMPLES
              keychainctl sync recovery create
            """,
        subcommands: [SyncRecoveryCreateCommand.self, SyncRecoveryRemoveCommand.self]
    )
}

/// `keychainctl sync recovery create`.
struct SyncRecoveryCreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Make a new recovery key; the old one lets nobody in any more.",
        discussion: """
            Prints the key as 'keychainctl sync setup' does: write it on paper, and type it back. \
            The machines get new keys, so that who has the old recovery key reads nothing that is \
            stored from then on.

            EXAMPLES
              keychainctl sync recovery create
            """
    )

    @OptionGroup var recovery: NewRecoveryKey
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        let source = try recovery.source()
        // Before the user writes down a key that is of no use.
        try sync.asking(engine, again: .unchanged("'keychainctl sync recovery create'")) {
            vault throws(SyncProblem) in
            try await vault.requireAdmin(on: engine)
        }
        let key = try recovery.make(source)
        try sync.asking(engine, again: .newRecoveryKey) { vault throws(SyncProblem) in
            try await vault.replaceRecoveryKeys(with: key, on: engine)
        }
        Terminal.say("This is the only recovery key now, and the machines have new keys.")
    }
}

/// `keychainctl sync recovery remove`.
struct SyncRecoveryRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the recovery key.",
        discussion: """
            If all machines are lost then, nobody can read the items any more. The machines get new \
            keys.

            EXAMPLES
              keychainctl sync recovery remove
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        let engine = try sync.engine()
        let count = try sync.asking(engine, again: .uncertain("'keychainctl sync recovery remove'"))
        {
            vault throws(SyncProblem) in
            try await vault.removeRecoveryKeys(on: engine)
        }
        Terminal.say(
            count == 0
                ? "There is no recovery key."
                : "The recovery key was removed, and the machines have new keys."
        )
    }
}
