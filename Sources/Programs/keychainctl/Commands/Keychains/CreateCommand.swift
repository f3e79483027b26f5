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
            default keychain is created automatically by the first 'set' or 'add'. A name can be \
            written with the suffix of its file, as on macOS: x.keychain and x are the same.

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
        let place = try KeychainChoice(name: keychain).file
        _ = try Keychain.create(place, configuration: .tool)
        if case .named(let name) = place, name != keychain {
            Terminal.say("The name of the keychain is \(name).")
        }
    }
}
