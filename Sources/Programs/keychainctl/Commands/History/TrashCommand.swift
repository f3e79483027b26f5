internal import ArgumentParser

/// `keychainctl trash` and its subcommands.
struct TrashCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trash",
        abstract: "Show deleted items, and bring them back.",
        discussion: """
            What a command deletes lies here, for 30 days unless 'keychainctl history' says \
            otherwise, encrypted like all items. 'keychainctl delete --now' leaves nothing but a name, \
            with which 'keychainctl undo' refuses.

            EXAMPLES
              keychainctl trash list
              keychainctl trash restore api/ci
            """,
        subcommands: [
            TrashListCommand.self, TrashRestoreCommand.self, TrashEmptyCommand.self,
        ]
    )
}
