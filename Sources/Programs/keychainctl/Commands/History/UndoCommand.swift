internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl undo`.
struct UndoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "undo",
        abstract: "Take back the last change of items.",
        discussion: """
            Takes back what the last command did to items: what was deleted is back, what was \
            changed is what it was, and what was added is deleted. All commands that change items \
            count, those of other programs do not. Run it again to take back the change before \
            that.

            Asks for confirmation if the change was one of several items. It is refused after \
            'keychainctl delete --now' and 'keychainctl sync conflicts --dismiss', and if another program, or a repair, has changed one of the items \
            since (status 53); 'keychainctl history' shows what is kept. What was taken back is kept too, in the history and in the trash.

            EXAMPLES
              keychainctl undo
              keychainctl undo --dry-run
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Only show what would happen.") var dryRun = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        guard let keychain = try place.choice.openIfPresent(),
            let change = try keychain.history.lastChange()
        else {
            throw Failure(
                Failure(KeychainError(.itemNotFound)).status,
                "there is no change to take back",
                advice: "'keychainctl trash list' shows what was deleted"
            )
        }
        try Self.checkIsKept(change)
        let isAsked = change.parts.count > 1 && !yes
        if dryRun || isAsked {
            Self.say(change.parts.map { $0.undoing(change.date, isDone: false) })
        }
        if dryRun { return }
        let question = "Take back this change of \(counted(change.parts.count, "item"))?"
        guard try !isAsked || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
        try Self.undo(change, in: keychain)
        Self.say(change.parts.map { $0.undoing(change.date) })
    }

    /// The most items that are named.
    private static let limit = 10

    private static func say(_ sentences: [String]) {
        for sentence in sentences.prefix(limit) { Terminal.say(sentence) }
        guard sentences.count > limit else { return }
        Terminal.say("And \(counted(sentences.count - limit, "item")) more.")
    }

    /// Refuses what cannot be taken back, a deletion for good by the name of its item: the change before it is
    /// not the last one.
    private static func checkIsKept(_ change: RecordedChange) throws(Failure) {
        guard let first = change.parts.first else {
            throw Failure(
                Failure(KeychainError(.notAvailable)).status,
                "the last command was about an overwritten value alone, and cannot be taken back",
                advice: "see what is kept with 'keychainctl history NAME'"
            )
        }
        guard first.effect == .purged else { return }
        let count = change.parts.count
        throw Failure(
            Failure(KeychainError(.notAvailable)).status,
            count == 1
                ? "\(first.name) was deleted for good"
                : "\(counted(count, "item")) were deleted for good",
            advice: "'keychainctl trash list' shows what can be brought back"
        )
    }

    private static func undo(_ change: RecordedChange, in keychain: Keychain) throws {
        do throws(KeychainError) {
            try keychain.history.undo(change)
        } catch {
            guard error.code == .notAvailable else { throw error }
            throw Failure(
                Failure(error).status,
                Failure.clause(Advice.split(error.reason).problem),
                advice: "see what is kept with 'keychainctl history NAME'"
            )
        }
    }
}
