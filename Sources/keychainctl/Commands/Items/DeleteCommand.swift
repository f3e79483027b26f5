internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl delete`.
struct DeleteCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete items.",
        discussion: """
            Asks for confirmation if several items match. Without a terminal, several items are \
            deleted only with --yes. Of the local and the synchronized item of one name, it \
            deletes neither (status 65), unless --synchronizable or --no-synchronizable says \
            which. With --class and no other option, all items of the class \
            are deleted, but only with --yes or --all.

            EXAMPLES
              keychainctl delete --service api --account ci
              keychainctl delete --service api --yes
              keychainctl delete --class internet --yes
              keychainctl delete --all
            """
    )

    @OptionGroup var named: NameArgument
    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Delete all items (of a class).") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        let selection = try selection()
        guard (named.name == nil && selection.isUnconditional) || !all else {
            throw Failure(
                .usage,
                "--all cannot be combined with a name or other options",
                advice: "omit one of them"
            )
        }
        if let (name, choice) = try named(named.name, for: .changing) {
            let keychain = try place.choice.openOnce()
            let item = try name.only(in: keychain, choice: choice)
            return try Items(keychain: keychain).delete(item)
        }
        guard !selection.isUnconditional || all || (selection.itemClass != nil && yes) else {
            throw Failure(
                .usage,
                selection.itemClass == nil
                    ? "no items are selected" : "this would delete all items of the class",
                advice: selection.itemClass == nil
                    ? "name one, use options to select them, or use --all" : "use --yes to confirm"
            )
        }
        let items = Items(keychain: try place.open())
        try items.checkIsNoPair(selection)
        if !yes {
            let found = try items.find(selection, .attributes).count
            guard try found < 2 || Terminal.confirm("Delete \(counted(found, "item"))?") else {
                throw Failure(.declined, "nothing was deleted", advice: "select fewer items")
            }
        }
        let count = try items.delete(selection)
        guard count > 0 else { throw KeychainError(.itemNotFound) }
        if count > 1 { Terminal.say("\(counted(count, "item")) deleted.") }
    }
}
