internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl create`.
struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a keychain.",
        discussion: """
            The new keychain has no passcode: it opens for you on this device without one. The \
            default keychain is created automatically by the first 'set' or 'add'.

            EXAMPLES
              keychainctl create work
              keychainctl create ./project.keychain
              keychainctl passcode set --keychain work
            """
    )

    @Argument(
        help: ArgumentHelp("A name, or a path that contains '/'.", valueName: "name|path")
    )
    var keychain: String

    func run() throws {
        _ = try Keychain.create(Keychain.Place(argument: keychain), configuration: .tool)
    }
}
