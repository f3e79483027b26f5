internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl default`.
struct DefaultCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "default",
        abstract: "Show or choose the default keychain.",
        discussion: """
            Programs and this tool use the default keychain if no other keychain is named.

            EXAMPLES
              keychainctl default
              keychainctl default work
            """
    )

    @Argument(
        help: ArgumentHelp("The keychain to choose.", valueName: "name|path"),
        completion: .keychains
    )
    var keychain: String?
    @OptionGroup var answer: AnswerOptions

    func validate() throws {
        guard keychain == nil || !json else {
            throw ValidationError("Use either --json or the name of a keychain.")
        }
    }

    func run() throws {
        if let keychain {
            let place = try KeychainChoice(name: keychain).file
            try Keychain.setStandard(place, configuration: .tool)
        } else {
            let path = try Keychain.path(of: .standard, configuration: .tool)
            let name = try Keychain.Place.argument(of: path)
            guard !json else {
                return Terminal.json(
                    .object([("keychain", .string(name)), ("path", .string(path))])
                )
            }
            Terminal.line("\(name)")
        }
    }
}
