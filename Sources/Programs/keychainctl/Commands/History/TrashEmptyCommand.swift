internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl trash empty`.
struct TrashEmptyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "empty",
        abstract: "Remove deleted items for good.",
        discussion: """
            Removes one deleted item with its earlier versions, under all names that it had, or all \
            of them, which is asked first. The earlier versions of items that exist stay.

            EXAMPLES
              keychainctl trash empty api/old
              keychainctl trash empty --yes
            """
    )

    @Argument(help: "The name of the item; without it, all deleted items.") var name: String?
    @OptionGroup(title: "Items of one name") var choice: NameOptions
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        let keychain = try place.open()
        let history = try ItemHistory(keychain)
        let deleted = try name.map { name in
            [
                try history.deleted(
                    named: ItemName(name),
                    choice.choice(for: .changing, among: .passkeysToo)
                )
            ]
        }
        let items = try deleted ?? ItemHistory.deleted(in: keychain)
        guard !items.isEmpty else { return Terminal.say("The trash is empty.") }
        let question = "Remove \(counted(items.count, "deleted item")) for good?"
        guard try yes || name != nil || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was removed", advice: "run the command again")
        }
        try keychain.history.remove(history.versions(of: items))
        Terminal.say("\(counted(items.count, "deleted item")) removed for good.")
    }
}
