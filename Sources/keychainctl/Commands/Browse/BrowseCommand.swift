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

            Copying uses wl-copy, xclip or xsel on a desktop, and in tmux a buffer with the name \
            keychainctl, which tmux pastes. Otherwise it asks the terminal to copy the secret to \
            its clipboard (OSC 52); some terminals silently refuse.

            After the time of --clear-after and at the end, the secret is removed from the \
            clipboard if it is still there. A terminal's clipboard cannot be read, so it is \
            emptied whatever it contains. Programs that keep a history of the clipboard may keep \
            the secret: newer versions of wl-copy ask them not to.

            KEYS
              in the list   type, arrows, Page Up and Down, Enter; ^Y copies; Esc quits
              in an item    r reveal or hide, c copy, e edit, n new secret, d delete; Esc goes back
            """
    )

    @OptionGroup var place: KeychainOptions
    @Option(
        help: ArgumentHelp(
            "The time after which the secret is removed from the clipboard, in seconds (1…3600).",
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
        try keychain.requireUnlocked()
        var browser = try Browser(keychain, clearingAfter: .seconds(clearAfter))
        browser.run()
    }
}
