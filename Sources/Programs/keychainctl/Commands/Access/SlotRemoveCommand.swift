internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl slot remove`.
struct SlotRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a way into a keychain.",
        discussion: """
            Reads the passcode first, or asks for another way in if there is none. Every slot can \
            be removed except that of the device key. Items are not changed; items that are readable \
            only with a passcode are destroyed with the passcode's slot, which is asked first. Copies \
            of the file that were made before still open with it: the command offers to replace all \
            keys.

            EXAMPLES
              keychainctl slot remove 3f2a9c
            """
    )

    @Argument(help: "The identifier, as 'slot list' prints it.") var identifier: String
    @OptionGroup var place: KeychainOptions
    @Flag(name: .shortAndLong, help: "Do not ask before items are destroyed.") var yes = false

    func run() throws {
        let keychain = try place.open()
        let slots = try keychain.access.slots()
        guard let slot = slots.first(where: { $0.identifier == identifier }) else {
            throw Failure(
                .usage,
                "the keychain has no slot \(identifier)",
                advice: "run 'keychainctl slot list'"
            )
        }
        guard slot.kind != .device else {
            throw Failure(
                .usage,
                "the slot of the device key cannot be removed",
                advice: "set a passcode, so that the device key alone opens little"
            )
        }
        try WaysIn.remove([slot], from: keychain, destroying: yes)
    }
}
