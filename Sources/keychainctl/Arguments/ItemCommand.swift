internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// A command about items.
///
/// Its options are their attributes: what a new item has, or what an item must have to match.
protocol ItemCommand: ParsableCommand {
    var item: ClassOptions { get }
    var generic: GenericPasswordOptions { get }
    var internet: InternetPasswordOptions { get }
    var common: CommonOptions { get }
}

extension ItemCommand {
    /// What the options name.
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
                    advice: "leave it out, or name the other class alone"
                )
            }
            named = owner
        }
        return ItemSelection(itemClass: named, attributes: attributes)
    }

    /// What the options name, for a command that stores an item of it.
    func newItem() throws(Failure) -> ItemSelection {
        let selection = try selection()
        guard selection.itemClass != nil else {
            throw Failure(
                .usage,
                "it takes --service or --server to know what the secret is for",
                advice: "name one of them"
            )
        }
        return selection
    }
}
