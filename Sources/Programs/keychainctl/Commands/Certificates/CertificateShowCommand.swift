internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl certificate show`.
struct CertificateShowCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the fields of a certificate.",
        discussion: """
            EXAMPLES
              keychainctl certificate show --label server.example
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .certificate, attributes: object.attributes),
            toHash: hashed.hash
        )
        let found = try items.only(selection, [.attributes, .reference])
        CertificateFields(found).show(json: json)
    }
}
