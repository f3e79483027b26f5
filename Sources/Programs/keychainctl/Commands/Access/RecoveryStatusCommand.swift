internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl recovery status`.
struct RecoveryStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether a keychain has a recovery key.",
        discussion: """
            Prints 'recovery' and yes or no, in a pipe with a tab between them.

            EXAMPLES
              keychainctl recovery status
            """
    )

    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let has = try place.open().access.slots().contains { $0.kind == .recovery }
        tell([("recovery", has ? "yes" : "no")], [("recovery", .bool(has))])
    }
}
