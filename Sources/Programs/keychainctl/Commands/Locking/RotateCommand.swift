internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl rotate`.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace all keys of a keychain and encrypt every item again.",
        discussion: """
            An attacker with an old copy of the keychain's file, the device key and the passcode of \
            that time can read what is in that copy. After this command, the same keys open nothing \
            that you store from then on. What is in the copy stays readable: change those passwords \
            where you use them.

            Each way into the keychain needs its secret once more, to get the new keys. The passcode \
            is read first, if there is one. This machine's chip and connected security keys are used \
            without being named. On a terminal, the PIN of the chip, the recovery key and the login \
            password are asked for, and no entry means that they do not stay. In a pipe, --keep-pin, \
            --keep-recovery and --keep-login-password say that they are on lines after the passcode, \
            in this order; without a passcode, the PIN is always read. --keep-credential takes the \
            file of a credential.

            All other ways in are removed: the command names them and asks before it begins. Without \
            a passcode, chip or security key nothing is changed; after a loss, run 'keychainctl \
            recover' first. With --new-passcode, a new passcode is read at the end, which you should \
            choose if somebody may know the present one. A locked keychain stays locked.

            Either all items are encrypted again or none, even if the command is stopped or the \
            disk is full; then run it again. Meanwhile other programs can read, but wait to write. \
            An item with a password of its own keeps it.

            EXAMPLES
              keychainctl rotate
              keychainctl rotate --new-passcode --keychain work
            """
    )

    @Flag(help: "Also change the passcode.") var newPasscode = false
    @Flag(help: "Read the PIN of the chip, too, so that it stays.") var keepPin = false
    @Flag(help: "Read the recovery key, too, so that it stays.") var keepRecovery = false
    @Flag(help: "Read the login password, too, so that it stays.") var keepLoginPassword = false
    @Option(
        help: ArgumentHelp(
            "The file of a credential that stays; can be repeated.",
            valueName: "file"
        ),
        completion: .file()
    )
    var keepCredential: [String] = []
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        var rotation = KeychainRotation(try place.open())
        rotation.newPasscode = newPasscode
        rotation.keepsPIN = keepPin
        rotation.keepsRecovery = keepRecovery
        rotation.keepsLoginPassword = keepLoginPassword
        rotation.credentials = keepCredential
        rotation.isConfirmed = yes
        try rotation.run()
    }
}
