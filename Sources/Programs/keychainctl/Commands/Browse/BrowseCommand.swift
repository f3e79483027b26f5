internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl browse`.
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Browse a keychain in full screen.",
        discussion: """
            Shows a list of items, filtered as you type: an item must contain all words, in any \
            order. If none does, words match that are near: with their letters in order, such as \
            gthb for github, or with a typing mistake. Enter opens an item, where you can show \
            and copy its secret, edit the item, or delete it. The secret disappears from the \
            screen when you leave the item. ^N makes a new item, as 'add' does. When the keychain is \
            locked, everything disappears, and Enter asks for the passcode. What you change or delete \
            is kept as by other commands, and 'keychainctl undo' takes it back. Questions are asked at \
            the bottom of the screen. Works over ssh; the cursor stands on the chosen line.

            Copying uses wl-copy, xclip or xsel on a desktop, and in tmux a buffer with the name \
            keychainctl, which tmux pastes. Otherwise it asks the terminal to copy the secret to \
            its clipboard (OSC 52); some terminals silently refuse.

            After the time of --clear-after and at the end, the secret is removed from the \
            clipboard if it is still there. A terminal's clipboard cannot be read, so it is \
            emptied whatever it contains. Programs that keep a history of the clipboard may keep \
            the secret: newer versions of wl-copy ask them not to.

            EXAMPLES
              keychainctl browse
              keychainctl browse --keychain work

            KEYS

            """
                + BrowseKeys.page(76).dropLast()
                .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    )

    @OptionGroup var hidden: VisibilityOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var time: ClipboardOptions

    func run() throws {
        try RawTerminal.checkMovesCursor()
        guard let keychain = try place.choice.openIfPresent() else {
            ItemList.showNone()
            return
        }
        try keychain.requireUnlocked()
        var browser = try Browser(
            keychain,
            hidden.visibility,
            clearingAfter: .seconds(time.clearAfter)
        )
        browser.run()
    }
}
