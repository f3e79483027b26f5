internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl list`.
struct ListCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List items, without their secrets.",
        discussion: """
            Shows a table on a terminal. In a pipe, each item is a line of five fields with tabs \
            between them: class, service or address of the server, account, label and access \
            group. Tabs, newlines, other control characters and backslashes in values are written \
            as \\t, \\n, \\u{…} and \\\\. Items that require user authentication are not listed; \
            'show' prompts for it.

            EXAMPLES
              keychainctl list
              keychainctl list --service api
              keychainctl list --json
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Print a JSON array of objects with all attributes.") var json = false

    func run() throws {
        let selection = try selection()
        let found = try Items(keychain: place.open()).find(
            selection,
            .attributes,
            interaction: .skip
        )
        .map(ListedItem.init)
        if json {
            Terminal.json(.array(found.map { .object($0.json) }))
        } else if found.isEmpty {
            if Terminal.isInteractive { Terminal.say("No items.") }
        } else {
            Terminal.table(header: ListedItem.header, found.map(\.row))
        }
    }
}
