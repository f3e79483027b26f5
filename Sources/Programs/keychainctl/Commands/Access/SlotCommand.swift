internal import ArgumentParser

/// `keychainctl slot`.
struct SlotCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "slot",
        abstract: "List and remove the ways into a keychain.",
        discussion: """
            Each way into a keychain is a slot in its file: the device key, the passcode, chips, \
            security keys, the recovery key, and the credentials of services. Slots are added by \
            'passcode set', 'recovery create', 'credential create', 'tpm enroll' and 'fido2 enroll'.

            EXAMPLES
              keychainctl slot list
            """,
        subcommands: [SlotListCommand.self, SlotRemoveCommand.self]
    )
}
