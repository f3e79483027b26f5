internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

extension WaysIn {
    /// Removes slots after asking for a proof, says which secrets still open copies, and offers new
    /// keys.
    ///
    /// - Parameters:
    ///   - slots: The slots.
    ///   - keychain: The keychain.
    ///   - isConfirmed: Whether the user has agreed that items go with the passcode.
    /// - Throws: ``Failure`` if items would go without that, or any error of removing.
    static func remove(
        _ slots: [AccessSlot],
        from keychain: Keychain,
        destroying isConfirmed: Bool = false
    ) throws {
        var source = try PasscodeSource()
        let proof = try proof(for: keychain, from: &source)
        if slots.contains(where: { $0.kind == .passcode }) {
            try confirmDestruction(in: keychain, by: proof, isConfirmed: isConfirmed)
        }
        for slot in slots {
            try keychain.access.change(.remove(slot.identifier), proof: proof)
            guard let topic = slot.topic else { continue }
            try SlotNotes(topic, in: keychain).forget(slot.identifier)
        }
        guard let kind = slots.first?.kind else { return }
        sayWhatTheLogKeeps(of: keychain)
        if kind == .recovery { try forgetRecoveryCopy(of: keychain) }
        try offerRotation(of: [keychain], afterRemoving: explanation(kind, locks: true))
    }

    /// Removes the copy of the device key that a recovery key opens which was removed.
    static func forgetRecoveryCopy(of keychain: Keychain) throws(KeychainError) {
        guard let path = keychain.path else { return }
        try TPMCommand.binding.removeRecoveryCopy(for: path)
    }

    /// Says which secrets still open earlier copies; on a terminal, also offers to replace all
    /// keys.
    ///
    /// - Parameters:
    ///   - keychains: The keychains from which a way in was removed.
    ///   - what: The way in that was removed.
    ///   - file: The file of which there may be copies.
    /// - Throws: Any error of asking the user, or of replacing the keys.
    static func offerRotation(
        of keychains: [Keychain],
        afterRemoving what: String,
        copiesOf file: String = "the keychain's file"
    ) throws {
        sayWhatCopiesOpen(what, of: file)
        guard Terminal.inputIsTerminal, !keychains.isEmpty,
            try Terminal.confirm("Replace all keys now?")
        else { return }
        for keychain in keychains { try KeychainRotation(keychain).run() }
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
