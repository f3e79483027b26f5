internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl clear-clipboard`, which `copy` starts in the background: it waits, and removes the
/// text of its standard input from the clipboard, if that is still there.
struct ClearClipboardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear-clipboard",
        abstract: "Remove a secret from the clipboard after a time.",
        discussion: """
            EXAMPLES
              keychainctl copy api/ci --clear-after 10
            """,
        shouldDisplay: false
    )

    @OptionGroup var time: ClipboardOptions

    func run() throws {
        let secret = try SecretInput.everything()
        let clipboard = Clipboard.choose(UserEnvironment.variable, ClipboardProgram.exists)
        guard clipboard.commands != nil else { return }
        ClipboardProgram.holdingSignals { signals in
            ClipboardProgram.pause(seconds: time.clearAfter, orUntil: signals)
            _ = clipboard.clear(secret) { _ in false }
        }
    }

    /// Starts this command in a session of its own, so that it survives the terminal.
    ///
    /// - Throws: ``Failure`` if that is not possible; then the clipboard keeps the secret.
    static func start(_ secret: SecretBytes, after seconds: Int) throws(Failure) {
        let words = [configuration.commandName ?? "", "--clear-after", "\(seconds)"]
        let isStarted = secret.withUnsafeBytes { bytes in
            UserEnvironment.executable.map { ClipboardProgram.leave([$0] + words, bytes) } ?? false
        }
        guard isStarted else {
            throw Failure(
                .unfit,
                "the secret is in the clipboard, and nothing will remove it",
                advice: "copy something else"
            )
        }
    }
}
