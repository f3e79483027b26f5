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
        var attributes = ItemAttributes()
        var named = item.className.map {
            $0 == .internet ? ItemClass.internetPassword : .genericPassword
        }
        let given = generic.given + internet.given + common.given
        for case (let key, let text?) in given {
            guard let name = AttributeName.of(key) else { continue }
            attributes[key] = try name.value(text)
            guard let owner = name.itemClass else { continue }
            guard named == nil || named == owner else {
                let kind = owner == .internetPassword ? "internet" : "generic"
                throw Failure(
                    .usage,
                    "only \(kind) passwords have --\(name.name)",
                    advice: "omit it, or use only options of the other class"
                )
            }
            named = owner
        }
        return ItemSelection(itemClass: named, attributes: attributes)
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
