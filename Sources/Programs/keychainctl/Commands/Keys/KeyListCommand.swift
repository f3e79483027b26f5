internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl key list`.
struct KeyListCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List keys.",
        discussion: """
            Shows a table on a terminal, with the hash for the option --hash of other commands. In \
            a pipe, each key is a line of six fields with tabs \
            between them: half (private or public), type, size, tag, label and access group. The \
            type of a key that a security chip holds ends in "in token". Passkeys are listed by \
            'keychainctl list', and keys that require user authentication are not listed.

            EXAMPLES
              keychainctl key list
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        let selection = ItemSelection(itemClass: .key, attributes: attributes)
        let items = Items(keychain: try place.open())
        ObjectList.show(
            try items.find(selection, .attributes, interaction: .skip).filter {
                ListedItem($0).passkey == nil
            },
            as: .keys,
            json: json,
            leavesOut: items.leavesOut(selection, .attributes)
        )
    }
}
