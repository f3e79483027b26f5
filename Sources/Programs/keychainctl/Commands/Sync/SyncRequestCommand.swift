internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit

/// `keychainctl sync request`.
struct SyncRequestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Print the request to join through a mirror.",
        discussion: """
            A mirror cannot be written to, so the request has to be brought to a machine that uses the \
            repository or the cluster itself: 'keychainctl sync admit' reads it there. It is no secret; \
            only the machine that made the code can answer it.

            EXAMPLES
              keychainctl sync request > web1.request
            """
    )

    @OptionGroup var place: KeychainOptions

    func run() throws {
        let sync = try SyncPlace(place.choice.openFile(), takesTurn: false)
        try Self.tell(sync)
    }

    /// Prints the request.
    static func tell(_ sync: SyncPlace) throws {
        let request: [UInt8]
        do throws(SyncProblem) { request = try sync.vault.joinRequest() } catch {
            throw Failure(error)
        }
        for line in JoinRequestText(request).lines { Terminal.line("\(line)") }
    }
}
