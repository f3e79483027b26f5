internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl rotate`.
struct RotateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rotate",
        abstract: "Replace all keys of a keychain and encrypt every item again.",
        discussion: """
            Somebody who has an old copy of the keychain's file, the device key and the passcode of \
            that time can read what is in that copy. After this command, the same keys open nothing \
            that you store from then on. What is in the copy stays readable: change those passwords \
            where you use them.

            Reads the passcode, if there is one; with --new-passcode, also a new one, which you \
            should choose if somebody may know the present one. A locked keychain stays locked.

            Either all items are encrypted again or none, even if the command is stopped or the \
            disk is full; then run it again. Meanwhile other programs can read, but wait to write. \
            An item with a password of its own keeps it.

            EXAMPLES
              keychainctl rotate
              keychainctl rotate --new-passcode --keychain work
            """
    )

    @Flag(help: "Also change the passcode.") var newPasscode = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        let hasPasscode = try keychain.hasPasscode
        guard hasPasscode || !newPasscode else { throw KeychainError(.noPasscode) }
        var source = try hasPasscode ? PasscodeSource() : nil
        let present = try source?.present()
        let next = try newPasscode ? source?.new() : nil
        let report = try keychain.access.rotate(passcode: present, newPasscode: next) {
            Terminal.progress("\(counted($0, "item")) encrypted again")
        }
        Terminal.progress("")
        Terminal.say("\(counted(report.itemCount, "item")) encrypted again with new keys.")
        if report.destroyedCount > 0 {
            Terminal.say(
                counted(report.destroyedCount, "item")
                    + " removed, whose key was destroyed with a passcode."
            )
        }
        if report.leavesRemains {
            Terminal.say("Note: \(Doctor.remains); \(Doctor.remainsAdvice).")
        }
    }
}
