internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl complete-names`, for completion scripts.
struct CompleteNamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "complete-names",
        abstract: "Print the names of items that complete a command line.",
        discussion: """
            Completion scripts call it. It prints names only if the keychain opens without a question \
            and without an agent, and never secrets. Names that would be shown differently from how \
            they are, such as those with control characters, are left out. For bash, names are \
            quoted; the other shells do that themselves.

            EXAMPLES
              keychainctl complete-names fish -- get ""
            """,
        shouldDisplay: false
    )

    /// A shell.
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        /// The words are the command line up to the cursor, and the text to replace.
        case bash
        /// The words are those of the command line, the one at the cursor last.
        case zsh
        case fish
    }

    @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell
    @Argument(help: "The command line.") var words: [String] = []

    func run() throws {
        for line in candidates { Terminal.line(Shown(lines: line)) }
    }

    private var candidates: [String] {
        guard shell == .bash else {
            guard let typed = words.last,
                let place = NamePosition(words: words.dropLast(), typed: typed)
            else { return [] }
            return place.candidates
        }
        guard words.count == 2, let line = BashLine(words[0]),
            let place = NamePosition(words: line.words[...], typed: line.typed)
        else { return [] }
        return place.candidates.compactMap { line.replacement(for: $0, replacing: words[1]) }
    }
}
