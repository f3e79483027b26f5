internal import ArgumentParser
internal import KeychainBrowser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl browser passkeys`.
struct BrowserPasskeysCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passkeys",
        abstract: "Choose where new passkeys of browsers are kept.",
        discussion: """
            'keychain' keeps them on this machine (as without this command), 'synchronized' also \
            on your other machines, and 'chip' in the TPM chip of this machine, which they never \
            leave. Existing passkeys stay where they are. 'keychainctl browser status' shows the \
            choice.

            EXAMPLES
              keychainctl browser passkeys synchronized
            """
    )

    @Argument(
        help: ArgumentHelp(
            "The place of new passkeys.",
            valueName: BrowserRecords.PasskeyPlace.allCases.map(\.rawValue).joined(separator: "|")
        )
    )
    var choice: BrowserRecords.PasskeyPlace
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        // A key that is not stored shows that the chip makes keys.
        if choice == .chip { _ = try keychain.makeTokenKey(.p256) }
        try BrowserRecords(keychain).setPasskeyPlace(choice)
        Terminal.say("New passkeys: \(choice.rawValue).")
    }
}

extension BrowserRecords.PasskeyPlace: ExpressibleByArgument {}
