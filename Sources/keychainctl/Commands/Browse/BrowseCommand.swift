internal import ArgumentParser
internal import PortableKeychain

/// `keychainctl browse`.
struct BrowseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "browse",
        abstract: "Look through a keychain on the whole screen.",
        discussion: """
            Shows a list that gets shorter as you type. Enter opens an item; its secret is shown, \
            copied, changed or deleted when you say so, and gone from the screen when you go on. \
            Works over ssh.

            Copying uses wl-copy, xclip or xsel on a desktop, and otherwise asks the terminal to \
            keep the secret in its clipboard (OSC 52), which some terminals refuse without a word. \
            After a while, and at the end, the clipboard is emptied, whatever is in it then.

            KEYS
              in the list   type, arrows, Page Up and Down, Enter; ^Y copies; Esc ends
              in an item    r reveal or hide, c copy, e edit, n new secret, d delete; Esc goes back
            """
    )

    @OptionGroup var place: KeychainOptions
    @Option(
        help: ArgumentHelp(
            "When to empty the clipboard, in seconds (1…3600).",
            valueName: "seconds"
        )
    )
    var clearAfter = 30

    func validate() throws {
        guard (1...3600).contains(clearAfter) else {
            throw ValidationError("--clear-after takes 1…3600 seconds")
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
