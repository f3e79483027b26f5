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
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let selection = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        let found = try Items(keychain: place.open()).only(selection, [.attributes, .reference])
        CertificateFields(found).show(json: json)
    }
}
