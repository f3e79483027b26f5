internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl identity list`.
struct IdentityListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List certificates whose private keys are in the keychain.",
        discussion: """
            Shows a table on a terminal, with the hash for the option --hash of other commands. In \
            a pipe, each identity is a line of five fields with tabs between them: label, issuer, serial number, last day and access group.

            EXAMPLES
              keychainctl identity list
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let selection = ItemSelection(itemClass: .identity, attributes: object.attributes)
        let items = Items(keychain: try place.open())
        ObjectList.show(
            try items.find(selection, [.attributes, .reference], interaction: .skip),
            as: .identities,
            json: json,
            leavesOut: items.leavesOut(selection, [.attributes, .reference])
        )
    }
}
