internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync leave`.
struct SyncLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "End the synchronization of this keychain; its items stay.",
        discussion: """
            The remote is not asked: remove this machine on another one, with 'keychainctl sync \
            remove'. To take part again, join with a new code.

            EXAMPLES
              keychainctl sync leave
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile())
        do throws(SyncProblem) { try sync.vault.leave() } catch { throw Failure(error) }
        Terminal.say("The keychain is not synchronized any more. Its items stay.")
    }
}
