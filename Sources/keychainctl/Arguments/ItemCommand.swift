internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// A command about items.
///
/// Its options are attributes: those of a new item, or those that an item must have to match.
protocol ItemCommand: ParsableCommand {
    var item: ClassOptions { get }
    var generic: GenericPasswordOptions { get }
    var internet: InternetPasswordOptions { get }
    var common: CommonOptions { get }
}

extension ItemCommand {
    /// The class and attributes that the options select.
    func selection() throws(Failure) -> ItemSelection {
        try ItemSelection(item.itemClass, given: generic.given + internet.given + common.given)
    }

    /// The class and attributes of a new item, for a command that stores one.
    func newItem() throws(Failure) -> ItemSelection {
        let selection = try selection()
        guard selection.itemClass != nil else {
            throw Failure(
                .usage,
                "--service or --server is required to identify the item",
                advice: "use one of them"
            )
        }
        return selection
    }
}
