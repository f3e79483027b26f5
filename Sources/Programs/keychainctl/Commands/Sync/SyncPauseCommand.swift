internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync pause`.
struct SyncPauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Send and read nothing until 'sync resume'.",
        discussion: """
            EXAMPLES
              keychainctl sync pause
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws { try Self.set(true, place) }

    static func set(_ isPaused: Bool, _ place: KeychainOptions) throws {
        let sync = try SyncPlace(place.choice.openFile())
        do throws(SyncProblem) { try sync.vault.setPaused(isPaused) } catch { throw Failure(error) }
    }
}

/// `keychainctl sync resume`.
struct SyncResumeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "End a pause.",
        discussion: """
            EXAMPLES
              keychainctl sync resume
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws { try SyncPauseCommand.set(false, place) }
}
