internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl key delete`.
struct KeyDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete keys; data encrypted with them can no longer be read.",
        discussion: """
            Asks for confirmation if several match. The tag or hash of a pair selects both its \
            private and its public key.

            EXAMPLES
              keychainctl key delete --tag com.example.server
              keychainctl key delete --hash 0xb894bd4893081dbcb2e768b831570af193fed452
            """
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var hashed: HashOption
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask for confirmation.") var yes = false

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        let items = Items(keychain: try place.open())
        let selection = try items.narrowed(
            ItemSelection(itemClass: .key, attributes: attributes),
            toHash: hashed.hash
        )
        try items.checkHasNoPasskeys(selection)
        try items.deleteObjects(selection, called: "keys", yes: yes)
    }
}
