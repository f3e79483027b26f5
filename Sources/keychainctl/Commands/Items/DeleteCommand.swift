internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl delete`.
struct DeleteCommand: ItemCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete items.",
        discussion: """
            Asks before it deletes several items. Where there is no terminal to ask on, several \
            are deleted only with --yes.

            EXAMPLES
              keychainctl delete --service api --account ci
              keychainctl delete --service api --yes
              keychainctl delete --all
            """
    )

    @OptionGroup(title: "Items") var item: ClassOptions
    @OptionGroup(title: "Generic passwords") var generic: GenericPasswordOptions
    @OptionGroup(title: "Internet passwords") var internet: InternetPasswordOptions
    @OptionGroup(title: "Both") var common: CommonOptions
    @OptionGroup var place: KeychainOptions
    @Flag(help: "Delete all items (of a class), when nothing else is named.") var all = false
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

    func run() throws {
        let selection = try selection()
        guard selection.isUnconditional == all else {
            throw Failure(
                .usage,
                all ? "--all and other options exclude each other" : "nothing says which items",
                advice: all ? "leave out one of them" : "name them, or say --all"
            )
        }
        let items = Items(keychain: try place.open())
        if !yes {
            let found = try items.find(selection, .attributes).count
            guard try found < 2 || Terminal.confirm("Delete \(found) items?") else {
                throw Failure(.declined, "nothing was deleted", advice: "name fewer items")
            }
        }
        let count = try items.delete(selection)
        guard count > 0 else { throw KeychainError(.itemNotFound) }
        if count > 1 { Terminal.say("\(count) items deleted.") }
    }
}
