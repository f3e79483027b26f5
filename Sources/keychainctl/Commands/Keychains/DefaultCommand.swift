internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl default`.
struct DefaultCommand: ParsableCommand {
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

    func run() throws {
        if let keychain {
            try Keychain.setStandard(Keychain.Place(argument: keychain), configuration: .tool)
        } else {
            Terminal.line("\(try Self.name())")
        }
    }

    /// The name of the default keychain, or its path if it has no name.
    static func name() throws(KeychainError) -> String {
        let path = try Keychain.path(of: .standard, configuration: .tool)
        for name in ["default"] + Keychain.names(configuration: .tool)
        where try Keychain.path(of: .named(name), configuration: .tool) == path {
            return name
        }
        return path
    }
}
