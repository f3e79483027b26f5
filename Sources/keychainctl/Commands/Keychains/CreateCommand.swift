internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl create`.
struct CreateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create a keychain.",
        discussion: """
            It has no passcode at first: it opens for you, on this device. The default keychain \
            need not be created: the first 'set' or 'add' makes it.

            EXAMPLES
              keychainctl create work
              keychainctl create ./project.keychain
              keychainctl passcode set --keychain work
            """
    )

    @Argument(
        help: ArgumentHelp("A name, or a path when it has a '/'.", valueName: "name|path")
    )
    var keychain: String

    func run() throws {
        _ = try Keychain.create(Keychain.Place(argument: keychain), configuration: .tool)
    }
}
