internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl list`.
struct ListCommand: ItemCommand, AnsweringCommand, PlainCommand {
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
            ('show' prompts for it; standard error has their number), and invisible ones only with --all or --invisible. A keychain without items is no error.

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

    /// The items, their order and form, and the keychain that has them.
    struct Order: Equatable {
        /// The name that the items have; `nil` for any.
        let name: String?
        let selection: ItemSelection
        let filing: ItemFiling.Choice
        let visibility: ItemVisibility
        let sort: ItemList.Order?
        let place: KeychainChoice
        let json: Bool
    }

    func order() throws -> Order {
        Order(
            name: named.name,
            selection: try selection(),
            filing: filing.choice,
            // A user who selects by this attribute means the items that have it.
            visibility: common.invisible == nil ? hidden.visibility : .all,
            sort: sort,
            place: place.choice,
            json: json
        )
    }

    static let plainOptions = ["keychain"]
    static let plainFlags = ["all", "json"]

    static func order(_ words: PlainWords) -> Order? {
        guard words.operands.count < 2 else { return nil }
        return Order(
            name: words.operands.first,
            selection: ItemSelection(itemClass: nil, attributes: [:]),
            filing: ItemFiling.Choice(),
            visibility: words.flags.contains("all") ? .all : .visible,
            sort: nil,
            place: KeychainChoice(name: words["keychain"]),
            json: words.flags.contains("json")
        )
    }

    static func perform(_ order: Order) throws {
        let name = order.name.map { ItemName($0) }
        var printer = ItemList.Printer(order: order.sort, json: order.json)
        var (leftOut, guarded) = (0, 0)
        let keychain = try order.place.openIfPresent()
        if let keychain {
            guarded = try Items(keychain: keychain).forEachPart(of: order.selection) { part in
                let filed = order.filing.of(part)
                let items = order.visibility.of(filed)
                if name == nil { leftOut += filed.count - items.count }
                printer.add(name.map { name in items.filter { name.names($0) } } ?? items)
            }
        } else if !Keychain.names(configuration: .tool).isEmpty {
            Terminal.say(
                "There is no default keychain; 'keychainctl keychains' shows the others."
            )
        }
        printer.end(
            hidden: leftOut,
            isNamed: name != nil,
            guarded: guarded,
            others: keychain.map { (try? Items(keychain: $0).isEmpty) == false } ?? false
        )
    }
}

extension ItemList.Order: ExpressibleByArgument {}
