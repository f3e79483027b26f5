internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl list`.
struct ListCommand: ItemCommand, AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List passwords and passkeys, without their secrets.",
        discussion: """
            With a name, lists the items that have it, whatever their case. \
            Shows a table on a terminal, without columns that are empty or the same for all items.

            In a pipe, each item is a line of five fields with tabs \
            between them: class, service, site or address of the server, account, label and access \
            group; synchronized items have a sixth, 'synchronized'. Tabs, newlines, other control characters and backslashes in values are written \
            as \\t, \\n, \\u{f} and \\\\. Items that require user authentication are not listed \
            ('show' prompts for it), and invisible ones only with --all or --invisible. A keychain without items is no error.

            EXAMPLES
              keychainctl list
              keychainctl list api
              keychainctl list --sort modified
              keychainctl list --folder Work --tag shared
              keychainctl list --class passkey
              keychainctl list --all
              keychainctl list --json
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var filing: FilingOptions
    @OptionGroup var hidden: VisibilityOptions
    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    static let takesPasskeys = true

    @Option(
        help: ArgumentHelp(
            "Sort by \(ItemList.Order.allCases.map(\.rawValue).joined(separator: ", ")); dates from "
                + "the newest on. Default: in the order in which the items were stored.",
            valueName: "column"
        )
    )
    var sort: ItemList.Order?

    func run() throws {
        let selection = try selection()
        let found = try place.choice.openIfPresent().map { keychain in
            try Items(keychain: keychain).listed(selection)
        }
        // A user who selects by this attribute means the items that have it.
        let visibility = common.invisible == nil ? hidden.visibility : .all
        let filed = filing.of(found ?? [])
        var items = visibility.of(filed)
        let leftOut = named.name == nil ? filed.count - items.count : 0
        if let name = named.name { items = items.filter { ItemName(name).names($0) } }
        ItemList.show(
            sort?.sorted(items) ?? items,
            hidden: leftOut,
            isNamed: named.name != nil,
            json: json
        )
    }
}

extension ItemList.Order: ExpressibleByArgument {}
