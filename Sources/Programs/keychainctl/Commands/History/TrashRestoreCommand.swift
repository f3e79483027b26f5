internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl trash restore`.
struct TrashRestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Bring a deleted item back.",
        discussion: """
            The item is what it was when it was deleted, with its secret.

            EXAMPLES
              keychainctl trash restore api/ci
            """
    )

    @Argument(help: "The name of the item.") var name: String
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let keychain = try place.open()
        let kept = try ItemHistory(keychain).deleted(
            named: ItemName(name),
            choice.choice(for: .changing, among: .passkeysToo)
        )
        try keychain.history.restore(kept.version)
        Terminal.say("\(kept.item.name) is back.")
    }
}
