internal import ArgumentParser
internal import KeychainctlKit

/// `keychainctl secret-service expose`.
struct SecretServiceExposeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "expose",
        abstract: "Show an item to programs of the desktop, or no more.",
        discussion: """
            Programs of the desktop see what they stored themselves, and items that this command \
            shows to them. They find such an item by the attributes that you give it, read its \
            secret whenever the keychain is unlocked, and cannot change it. The item itself stays \
            as it is, and can be renamed and changed.

            Python's keyring searches for 'service' and 'username', secret-tool for what you \
            write on its command line.

            EXAMPLES
              keychainctl secret-service expose api/ci --attribute service=api \
            --attribute username=ci
              keychainctl secret-service expose api/ci --off
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @Option(
        help: ArgumentHelp("What programs search for. Repeatable.", valueName: "name=value")
    )
    var attribute: [String] = []
    @Flag(help: "Do not show the item any more.") var off = false
    @Option(
        help: ArgumentHelp("The keychain: a name, or a path.", valueName: "name|path"),
        completion: .keychains
    )
    var keychain: String?

    func validate() throws {
        guard off != attribute.isEmpty else { return }
        throw ValidationError("use either --attribute or --off")
    }

    func run() throws {
        try SecretServiceCommand.become(
            ["expose"] + attribute.flatMap { ["--attribute", $0] } + (off ? ["--off"] : [])
                + (keychain.map { ["--keychain", $0] } ?? []) + ["--", name]
        )
    }
}
