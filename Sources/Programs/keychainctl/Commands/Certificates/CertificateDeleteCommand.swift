internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl certificate delete`.
struct CertificateDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete certificates.",
        discussion: """
            Asks for confirmation if several match. Keys are not deleted.

            EXAMPLES
              keychainctl certificate delete --label server.example
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .certificate, attributes: object.attributes),
            toHash: hashed.hash
        )
        try items.deleteObjects(selection, called: "certificates", yes: yes)
    }
}
