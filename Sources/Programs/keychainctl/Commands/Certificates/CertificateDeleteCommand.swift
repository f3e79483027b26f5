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
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        try Items(keychain: place.open()).deleteObjects(
            ItemSelection(itemClass: .certificate, attributes: object.attributes),
            called: "certificates",
            yes: yes
        )
    }
}
