internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl certificate list`.
struct CertificateListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List certificates.",
        discussion: """
            Shows a table on a terminal, with the hash for the option --hash of other commands. In \
            a pipe, each certificate is a line of five fields with tabs between them: label, issuer, serial number, last day and access group.

            EXAMPLES
              keychainctl certificate list
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let selection = ItemSelection(itemClass: .certificate, attributes: object.attributes)
        let items = Items(keychain: try place.open())
        ObjectList.show(
            try items.find(selection, [.attributes, .reference], interaction: .skip),
            as: .certificates,
            json: json,
            leavesOut: items.leavesOut(selection, [.attributes, .reference])
        )
    }
}
