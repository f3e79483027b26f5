internal import ArgumentParser

/// `keychainctl passcode`.
struct PasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set, change or remove the passcode of a keychain.",
        discussion: """
            Without a passcode a keychain opens for you, on this device. With one, most items can \
            be read only after 'keychainctl unlock'.

            Passcodes are asked for on a terminal, or are lines of standard input in the order in \
            which they would be asked for: the present one first, a new one once.
            """,
        subcommands: [
            PasscodeSetCommand.self, PasscodeChangeCommand.self, PasscodeRemoveCommand.self,
        ]
    )
}
