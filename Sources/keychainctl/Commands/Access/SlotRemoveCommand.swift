internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl slot remove`.
struct SlotRemoveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a way into a keychain.",
        discussion: """
            Reads the passcode first. Every slot can be removed except that of the device key. \
            Items are not changed; items that are readable only with a passcode are destroyed \
            with the passcode's slot.
            """
    )

    @Argument(help: "The identifier, as 'slot list' prints it.") var identifier: String
    @OptionGroup var place: KeychainOptions

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
        try WaysIn.remove([slot], from: keychain)
    }
}

extension WaysIn {
    /// Removes slots after asking for a proof, and says what copies still open with.
    static func remove(_ slots: [AccessSlot], from keychain: Keychain) throws {
        var source = try PasscodeSource()
        let proof = try proof(for: keychain, from: &source)
        for slot in slots { try keychain.access.change(.remove(slot.identifier), proof: proof) }
        guard let kind = slots.first?.kind else { return }
        sayWhatCopiesOpen(explanation(kind, locks: true))
    }

    /// The slots of a kind.
    ///
    /// - Throws: ``Failure`` if there are none.
    static func slots(_ kind: AccessSlot.Kind, of keychain: Keychain) throws -> [AccessSlot] {
        let slots = try keychain.access.slots().filter { $0.kind == kind }
        guard !slots.isEmpty else {
            let name = kind == .recovery ? "recovery key" : word(kind)
            throw KeychainError(
                .itemNotFound,
                reason: "The keychain has no \(name). Run 'keychainctl slot list'."
            )
        }
        return slots
    }
}
