internal import ArgumentParser

/// `keychainctl fido2`.
struct FIDO2Command: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fido2",
        abstract: "Open a keychain by touching a security key.",
        discussion: """
            A security key (FIDO2, with hmac-secret) that was enrolled is another way into a \
            keychain beside its passcode, or the only one: a touch unlocks the keychain, and \
            proves that you are there for items that require it. The keychain's file and the \
            security key open nothing without the device key of this machine.

            'keychainctl unlock --fido2' unlocks with a touch. Commands that need a locked \
            keychain ask for the touch by themselves if the security key is connected, and \
            otherwise for the passcode.

            Needs the program keychain-fido2, which is installed beside keychainctl.

            EXAMPLES
              keychainctl fido2 enroll --name "in the drawer"
              keychainctl unlock --fido2
            """,
        subcommands: [FIDO2EnrollCommand.self, FIDO2ListCommand.self, FIDO2RemoveCommand.self]
    )
}
