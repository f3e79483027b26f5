internal import ArgumentParser

/// `keychainctl passcode`.
struct PasscodeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set, change or remove the passcode of a keychain.",
        discussion: """
            A keychain without a passcode opens for you on this device. With a passcode, most \
            items can be read only after 'keychainctl unlock'.

            Passcodes are prompted for on a terminal; otherwise they are read from lines of \
            standard input in the same order: the current one first, a new one only once.

            EXAMPLES
              keychainctl passcode set
              keychainctl passcode change
            """,
        subcommands: [
            PasscodeSetCommand.self, PasscodeChangeCommand.self, PasscodeRemoveCommand.self,
        ]
    )
}
