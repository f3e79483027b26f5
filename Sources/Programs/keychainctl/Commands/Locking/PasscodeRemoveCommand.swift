internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl passcode remove`.
struct PasscodeRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove the passcode.",
        discussion: """
            Items stay readable, without a passcode. Items with the accessibility \
            when-passcode-set-this-device-only are destroyed: the command names them, and asks \
            first. Copies of the file that were made before still open with the passcode: the \
            command offers to replace all keys.

            EXAMPLES
              keychainctl passcode remove
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask before items are destroyed.") var yes = false

    func run() throws {
        let keychain = try place.open()
        guard try keychain.hasPasscode else { throw KeychainError(.noPasscode) }
        var source = try PasscodeSource()
        let passcode = try source.present()
        try WaysIn.confirmDestruction(in: keychain, by: .passcode(passcode), isConfirmed: yes)
        try keychain.removePasscode(passcode)
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        let removed = WaysIn.explanation(.passcode, locks: true)
        try WaysIn.offerRotation(of: [keychain], afterRemoving: removed)
    }
}
