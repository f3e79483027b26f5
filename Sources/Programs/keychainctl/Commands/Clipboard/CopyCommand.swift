internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl copy`.
struct CopyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy a secret to the clipboard, for a short time.",
        discussion: """
            The name is a label, a service, a server or an address, with or without the account \
            after '/' or before '@'. If several items have it, they are listed and nothing is \
            copied (status 65); if none has it, the status is 44.

            On a desktop, the command ends at once, and the secret is removed from the clipboard \
            after the time of --clear-after, if it is still there: what you copied since then \
            stays. Over ssh it asks the terminal to copy the secret (OSC 52), and waits; the \
            clipboard is emptied at the end, or when you press ^C, whatever it contains.

            Uses wl-copy, xclip or xsel, and a buffer of tmux. Newer versions of wl-copy tell \
            programs that keep a history of the clipboard not to keep it \
            (x-kde-passwordManagerHint); with the others, they may.

            EXAMPLES
              keychainctl copy github.com/ann
              keychainctl copy "Home router" --clear-after 60
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var time: ClipboardOptions

    func run() throws {
        let keychain = try place.choice.openOnce()
        let item = try ItemName(name).only(in: keychain, choice: try choice.choice(for: .reading))
        let secret = try Items(keychain: keychain).secret(of: item)
        try ClipboardProgram.holdingSignals { signals in try copy(secret, signals) }
    }

    /// Copies a secret, and has it removed after the time, or as soon as one of the signals comes.
    private func copy(_ secret: SecretBytes, _ signals: [Int32]) throws(Failure) {
        let clipboard = Clipboard.choose(UserEnvironment.variable, ClipboardProgram.exists)
        let outcome = clipboard.copy(secret, Terminal.control)
        guard outcome == .done else {
            let reason =
                clipboard.commands == nil
                ? "there is neither a desktop nor a terminal" : clipboard.complaint(outcome)
            throw Failure(
                .unfit,
                outcome.isUncertain ? reason : "nothing was copied: \(reason)",
                advice: "use 'keychainctl get' in a pipe"
            )
        }
        let duration = counted(time.clearAfter, "second")
        guard clipboard.commands == nil else {
            Terminal.say("Copied for \(duration).")
            return try ClearClipboardCommand.start(secret, after: time.clearAfter)
        }
        Terminal.say("Copied for \(duration); ^C removes it now.")
        ClipboardProgram.pause(seconds: time.clearAfter, orUntil: signals)
        _ = clipboard.clear(secret, Terminal.control)
    }
}
