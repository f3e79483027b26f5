internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl recover`.
struct RecoverCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Open a keychain with its recovery key.",
        discussion: """
            For a forgotten passcode, or a copy of a keychain's file whose machine or device key \
            is lost. Reads the recovery key, and then a new passcode; otherwise both are lines of \
            standard input. The file becomes a keychain of this machine, whose device key is made \
            if there is none. All items are readable, and the recovery key stays valid; every \
            other way in is removed, because it is lost or may be in other hands. It still opens \
            copies of the file that were made before: the command offers to replace all keys.

            --no-passcode sets no passcode. Items that are readable only with one are destroyed.

            EXAMPLES
              keychainctl recover
              keychainctl recover --keychain ./copy.keychain
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Set no new passcode.") var noPasscode = false

    func run() throws {
        let path = try Keychain.path(of: place.choice.file, configuration: .tool)
        var source = try PasscodeSource()
        let key = try WaysIn.recoveryKey(from: &source)
        let passcode = noPasscode ? nil : try source.new()
        let keychain = try KeychainAccess.recover(
            .file(path),
            with: key,
            passcode: passcode,
            configuration: .tool
        )
        Terminal.say(
            "The keychain is open on this machine. Other ways in were removed; the recovery key "
                + "stays valid."
        )
        if !noPasscode { try UnlockSharing.warn(keychain) }
        try WaysIn.offerRotation(of: [keychain], afterRemoving: "the ways in of that time")
    }
}
