internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain
internal import SafeText
internal import Transfer

extension WaysIn {
    /// Names the items that go with the passcode of a keychain, and asks whether they are to be destroyed.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - proof: The proof with which the passcode will be removed, which is checked before the question.
    ///   - isConfirmed: Whether the user has agreed in advance.
    /// - Throws: ``Failure`` unless the user agrees, or an error for a wrong proof.
    static func confirmDestruction(
        in keychain: Keychain,
        by proof: AccessProof,
        isConfirmed: Bool
    ) throws {
        guard let lost = try keychain.access.passcodeItems(), lost.count > 0 else { return }
        try check(proof, for: keychain)
        try confirmDestruction(of: lost, isConfirmed: isConfirmed)
    }

    /// Names items that are readable only while a passcode is set, and asks whether they are to be destroyed.
    ///
    /// - Parameters:
    ///   - lost: The items.
    ///   - isConfirmed: Whether the user has agreed in advance.
    /// - Throws: ``Failure`` unless the user agrees.
    static func confirmDestruction(of lost: PasscodeItems, isConfirmed: Bool) throws {
        guard lost.count > 0 else { return }
        let what = counted(lost.count, "item")
        Terminal.say("Readable only while a passcode is set, and destroyed without one: \(what).")
        NewFile.sayNames(lost.named)
        if lost.unnamed > 0 {
            Terminal.say("  without a name, because they are locked or damaged: \(lost.unnamed)")
        }
        let edit = "'keychainctl edit NAME --accessible when-unlocked-this-device-only'"
        Terminal.say(
            "Nothing brings them back: no backup has them, and their earlier versions go, too. Before, "
                + AdvisedCommand.naming(KeychainChoice.onCommandLine, in: edit)
                + " keeps a password."
        )
        guard try isConfirmed || Terminal.confirm("Destroy \(what)?") else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
    }
}
