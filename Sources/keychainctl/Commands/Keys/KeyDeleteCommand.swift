internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl key delete`.
struct KeyDeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete keys; what they encrypted can no longer be read.",
        discussion: "Asks before it deletes several. Both halves of a pair go by its tag."
    )

    @OptionGroup var key: KeyOptions
    @OptionGroup var object: ObjectOptions
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask.") var yes = false

    func run() throws {
        var attributes = object.attributes
        try key.put(into: &attributes)
        try Items(keychain: place.open()).deleteObjects(
            ItemSelection(itemClass: .key, attributes: attributes),
            called: "keys",
            yes: yes
        )
    }
}
