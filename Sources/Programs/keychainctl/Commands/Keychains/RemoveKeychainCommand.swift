internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import KeychainLibC

/// `keychainctl remove-keychain`.
struct RemoveKeychainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-keychain",
        abstract: "Permanently remove a keychain with all its items.",
        discussion: """
            Asks for confirmation. Without a terminal, --yes is required. Copies that 'keychainctl \
            verify --repair' has left beside the file stay, and open as the keychain did then: the \
            command says how to remove them.

            EXAMPLES
              keychainctl remove-keychain work
              keychainctl remove-keychain ./project.keychain --yes
            """
    )

    @Argument(
        help: ArgumentHelp("The keychain to remove.", valueName: "name|path"),
        completion: .keychains
    )
    var keychain: String
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        let place = try KeychainChoice(name: keychain).file
        let path = try Keychain.path(of: place, configuration: .tool)
        guard try yes || Terminal.confirm("Remove \(path) with all its items?") else {
            throw Failure(
                .declined,
                "nothing was removed",
                advice: "run the command again to confirm"
            )
        }
        let standard = try Keychain.path(of: .standard, configuration: .tool)
        let hadStandard = access(standard, F_OK) == 0
        try Keychain.remove(place, configuration: .tool)
        let copies = KeychainRepair.copies(beside: path)
        if !copies.isEmpty {
            // With the backslashes of a shell as they are.
            let words = Shown(lines: copies.map(ShellWord.quoted).joined(separator: " "))
            Terminal.hint(
                "Copies from before a repair stay, and open as the keychain did then. Remove them with: rm \(words)\n"
            )
        }
        // A path can be written in many ways, so this checks whether the default keychain is
        // missing.
        if hadStandard, access(standard, F_OK) != 0,
            try Keychain.Place.argument(of: standard) != "default"
        {
            Terminal.say("It was the default; choose another with 'keychainctl default'.")
        }
    }
}
