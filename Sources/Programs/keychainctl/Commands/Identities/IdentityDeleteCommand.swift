internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl identity delete`.
struct IdentityDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete certificates together with their private keys.",
        discussion: """
            Asks for confirmation if several match. A key that another certificate needs is not \
            deleted.

            EXAMPLES
              keychainctl identity delete --label server.example
            """
    )

    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .identity, attributes: object.attributes),
            toHash: hashed.hash
        )
        guard !selection.isUnconditional else {
            throw Failure(.usage, "no identities are selected", advice: "use options; see --help")
        }
        // The search leaves out identities whose key is locked, and would report them as missing.
        try items.keychain.requireUnlocked()
        let found = try items.find(selection, .persistentReference)
        guard !found.isEmpty else { throw Failure(noneOf: .identity) }
        if !yes, found.count > 1 { try items.showCandidates(selection) }
        guard try yes || found.count < 2 || Terminal.confirm("Delete \(found.count) identities?")
        else { throw Failure(.declined, "nothing was deleted", advice: "use --hash to select one") }
        // One by one and by reference, which keeps keys that are needed elsewhere; deletion by
        // attributes does not (item-semantics.md §3.5).
        for item in found {
            _ = try items.perform(
                ItemRequest(.delete, persistentReference: item.persistentReference)
            )
        }
        if found.count > 1 { Terminal.say("\(found.count) identities deleted.") }
    }
}
