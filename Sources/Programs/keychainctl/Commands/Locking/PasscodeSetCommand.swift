internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl passcode set`.
struct PasscodeSetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the first passcode.",
        discussion: """
            Items are not changed, and the keychain stays unlocked for 12 hours.

            If the keychain has a recovery key and nothing else has locked it so far, the keys that \
            the recovery key opens change: it is read first, so that it stays valid. On a terminal, \
            it is removed if you do not have it and say so, and you can make a new one; \
            --drop-recovery says so in advance. A keychain that a chip or security key locks asks for that instead.

            EXAMPLES
              keychainctl passcode set
            """
    )

    @Flag(help: "Remove the recovery key instead of reading it.") var dropRecovery = false
    @OptionGroup var place: KeychainOptions

    func run() throws {
        let (keychain, (drops, proof, passcode)) = try place.choice.openToStore(after: ask)
        if drops {
            for slot in try WaysIn.slots(.recovery, of: keychain) {
                try keychain.access.change(.remove(slot.identifier), proof: proof)
            }
        }
        try keychain.access.change(.passcode(passcode), proof: proof)
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        try UnlockSharing.warn(keychain)
        guard drops else { return }
        try WaysIn.forgetRecoveryCopy(of: keychain)
        try offerRecovery()
    }

    /// Asks for all that is needed.
    ///
    /// - Parameter keychain: The keychain, if there is one.
    /// - Returns: Whether its recovery key is to be removed, the proof, and the new passcode.
    /// - Throws: ``Failure`` if it has a passcode, or nothing can be asked.
    private func ask(
        _ keychain: Keychain?
    ) throws -> (drops: Bool, proof: AccessProof, passcode: SecretBytes) {
        var source = try PasscodeSource()
        guard let keychain else { return (false, .device, try source.new()) }
        guard try !keychain.hasPasscode else {
            throw Failure(
                .usage,
                "the keychain has a passcode already",
                advice: "change it with 'keychainctl passcode change'"
            )
        }
        let drops = try WaysIn.needsRecoveryKey(keychain) && dropsRecovery(&source)
        let proof =
            drops ? .device : try WaysIn.proof(for: keychain, from: &source, adding: true)
        return (drops, proof, try source.new())
    }

    /// Whether the recovery key is to be removed, because it is not available.
    private func dropsRecovery(_ source: inout PasscodeSource) throws(Failure) -> Bool {
        guard !dropRecovery, source.isTerminal else { return dropRecovery }
        Terminal.say("A passcode changes the keys that the recovery key of this keychain opens.")
        let question = "Do you have the recovery key, so that it can stay valid?"
        guard try !Terminal.confirm(question) else { return false }
        guard try Terminal.confirm("Remove the recovery key?") else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
        return true
    }

    /// Says that the recovery key is gone, and offers to make another one.
    private func offerRecovery() throws {
        Terminal.say("The recovery key opens nothing any more.")
        guard Terminal.inputIsTerminal, try Terminal.confirm("Make a new recovery key now?") else {
            return Terminal.say("Make a new one with 'keychainctl recovery create'.")
        }
        let words = place.keychain.map { ["--keychain", $0] } ?? []
        try RecoveryCreateCommand.parse(words).run()
    }
}
