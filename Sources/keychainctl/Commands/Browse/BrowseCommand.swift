internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl browse`.
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a keychain in full screen.",
        discussion: """
            Shows a list of items, filtered as you type. Enter opens an item, where you can show \
            and copy its secret, edit the item, or delete it. The secret disappears from the \
            screen when you leave the item. Works over ssh.

            Copying uses wl-copy, xclip or xsel on a desktop. Otherwise it asks the terminal to \
            copy the secret to its clipboard (OSC 52); some terminals silently refuse. The \
            clipboard is emptied after the time of --clear-after and at the end, even if its \
            content has changed in the meantime.

            KEYS
              in the list   type, arrows, Page Up and Down, Enter; ^Y copies; Esc quits
              in an item    r reveal or hide, c copy, e edit, n new secret, d delete; Esc goes back
            """
    )

    @OptionGroup var place: KeychainOptions
    @Option(
        help: ArgumentHelp(
            "The time after which the clipboard is emptied, in seconds (1…3600).",
            valueName: "seconds"
        )
    )
    var clearAfter = 30

    func validate() throws {
        guard (1...3600).contains(clearAfter) else {
            throw ValidationError("the value of --clear-after must be 1 to 3600 seconds")
        }
    }

    func run() throws {
        let keychain = try place.open()
        guard try keychain.lockState == .unlocked else {
            throw KeychainError(.locked)
        }
        var browser = try Browser(keychain, clearingAfter: .seconds(clearAfter))
        browser.run()
    }
}
