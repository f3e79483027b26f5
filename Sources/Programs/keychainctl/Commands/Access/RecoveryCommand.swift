internal import ArgumentParser

/// `keychainctl recovery`.
struct RecoveryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recovery",
        abstract: "Make or remove the recovery key of a keychain.",
        discussion: """
            The recovery key opens the keychain if the passcode is forgotten, or if the device key \
            or the machine is lost and a copy of the keychain's file is left: see 'keychainctl \
            recover'. It opens everything, so keep it on paper, where others do not find it.

            EXAMPLES
              keychainctl recovery create
              keychainctl recovery status
            """,
        subcommands: [
            RecoveryCreateCommand.self, RecoveryRemoveCommand.self, RecoveryStatusCommand.self,
        ]
    )
}
