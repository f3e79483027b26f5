internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The options that choose between items of one name.
struct NameOptions: ParsableArguments {
    @OptionGroup var item: ClassOptions
    @Option(help: "The access group, if items of several groups have the name.")
    var group: String?
    @Flag(
        inversion: .prefixedNo,
        help: "Whether the synchronized or the local item is meant, if there are both."
    )
    var synchronizable: Bool?
    @Option(name: .shortAndLong, help: .rare("The service.")) var service: String?
    @Option(name: .shortAndLong, help: .rare("The account.")) var account: String?
    @Option(name: .shortAndLong, help: .rare("The label.")) var label: String?
    @OptionGroup(visibility: .hidden) var internet: InternetPasswordOptions

    /// The choice of the options.
    ///
    /// - Parameters:
    ///   - purpose: The purpose of the item.
    ///   - kinds: The items that a name can mean.
    /// - Returns: The choice.
    /// - Throws: ``Failure`` for options that are no values.
    func choice(
        for purpose: ItemChoice.Purpose,
        among kinds: ItemChoice.Kinds = .passwords
    ) throws(Failure) -> ItemChoice {
        if kinds == .passwords { try item.checkIsPassword() }
        let given: [(AttributeKey, String?)] = [
            (.service, service), (.account, account), (.label, label), (.accessGroup, group),
        ]
        var selection = try ItemSelection(item.itemClass, given: given + internet.given)
        selection.attributes[.synchronizable] = synchronizable.map { .number($0 ? 1 : 0) }
        var choice = ItemChoice(selection, for: purpose)
        choice.kinds = kinds
        return choice
    }
}
