internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl get`.
struct GetCommand: ItemCommand, PlainCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Print a secret.",
        discussion: """
            In a pipe or a file, the output is exactly the stored bytes. On a terminal, control \
            characters are escaped, and a newline is added. If several items match, none is \
            printed (status 65); if none matches, the status is 44.

            A name is a label, a service, a server or an address, with or without the account \
            after '/' or before '@', whatever its case. If several items have it, they are listed; \
            options beside a name choose. A local and a synchronized item \
            of one name with the same secret are one. Invisible items are found by options only.

            EXAMPLES
              keychainctl get api/ci
              keychainctl get https://ann@example.com/login
              keychainctl get --service api --account ci
              API_TOKEN=$(keychainctl get api/ci) ./deploy
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions

    /// The items, and the keychain that has them.
    struct Order: Equatable {
        /// The name; `nil` if attributes select the item.
        let name: String?
        let selection: ItemSelection
        let place: KeychainChoice
    }

    func order() throws -> Order {
        Order(name: named.name, selection: try selection(), place: place.choice)
    }

    /// The attributes by which scripts find their items.
    private static let plainAttributes: [AttributeKey] = [
        .service, .account, .server, .label, .networkProtocol, .port, .path, .accessGroup,
    ]

    static let plainOptions =
        ["keychain"] + plainAttributes.compactMap { AttributeName.of($0)?.name }

    static func order(_ words: PlainWords) -> Order? {
        let given = plainAttributes.map { ($0, AttributeName.of($0).flatMap { words[$0.name] }) }
        guard words.operands.count < 2, let selection = try? ItemSelection(nil, given: given),
            words.operands.isEmpty || selection.isUnconditional
        else { return nil }
        return Order(
            name: words.operands.first,
            selection: selection,
            place: KeychainChoice(name: words["keychain"])
        )
    }

    static func perform(_ order: Order) throws {
        if let name = order.name {
            let keychain = try order.place.openOnce()
            let item = try ItemName(name).only(
                in: keychain,
                choice: ItemChoice(order.selection)
            )
            return SecretOutput.write(try Items(keychain: keychain).secret(of: item))
        }
        let found = try Items(keychain: order.place.open()).only(order.selection, .data)
        if let secret = found.secret { SecretOutput.write(secret) }
    }
}
