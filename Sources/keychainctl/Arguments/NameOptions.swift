internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

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

    func choice(for purpose: ItemChoice.Purpose) -> ItemChoice {
        ItemChoice(
            itemClass: item.itemClass,
            group: group,
            synchronizable: synchronizable,
            for: purpose
        )
    }
}
