internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText

/// `keychainctl sync remove`.
struct SyncRemoveCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a machine, for instance one that was lost.",
        discussion: """
            The others get new keys, so that it reads nothing that is stored from then on. It keeps \
            what it has read: --list-exposed prints those items, whose passwords you should \
            change. Take its access to the repository away, too.

            The items that are there stay under the old keys, which a machine that joins later gets, \
            too. 'keychainctl sync rotate' encrypts them again.

            EXAMPLES
              keychainctl sync remove laptop --list-exposed
            """
    )

    @Argument(help: "Its name, or the beginning of its identifier: see 'sync devices'.")
    var device: String
    @Flag(help: "Print the items that the machine has read.") var listExposed = false
    @OptionGroup var answer: AnswerOptions
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let (sync, device) = (try SyncPlace(place.choice.openFile()), device)
        let engine = try sync.engine()
        let removed = try sync.asking(engine, again: .removing(device)) {
            vault throws(SyncProblem) in
            try await vault.remove(device, on: engine)
        }
        let label = removed.name.isEmpty ? removed.id : removed.name
        Terminal.say("\(label) was removed, and the other machines have new keys.")
        guard listExposed else {
            if json { Terminal.json(.object([("removed", .string(label))])) }
            return
        }
        let items = try sync.asking(engine, again: .removing(device)) { vault throws(SyncProblem) in
            try vault.sharedItems().map(SyncedItemText.text).sorted()
        }
        guard !json else {
            return Terminal.json(
                .object([
                    ("removed", .string(label)), ("exposed", .array(items.map(JSON.string))),
                ])
            )
        }
        for item in items { Terminal.line("\(item)") }
    }
}

/// The text by which commands about synchronization name an item.
enum SyncedItemText {
    static func text(_ item: BackupItem) -> String {
        let keys: [AttributeKey] = [.service, .server, .label, .account]
        let words = keys.compactMap { key -> String? in
            guard case .string(let text) = item.attributes[key], !text.isEmpty else { return nil }
            return text
        }
        return words.joined(separator: "/")
    }
}
