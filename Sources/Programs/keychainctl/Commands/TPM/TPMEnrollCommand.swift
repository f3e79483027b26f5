internal import ArgumentParser
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// `keychainctl tpm enroll`.
struct TPMEnrollCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "enroll",
        abstract: "Let the TPM open a keychain, with a PIN.",
        discussion: """
            The TPM counts wrong PINs, and refuses all of them for some time after too many. So a \
            PIN can be short, other than a passcode. 'keychainctl tpm unlock' asks for it. In a \
            pipe, standard input has the passcode, or the recovery key of a keychain without one, \
            and then the PIN, each on a line.

            With --no-pin, the TPM opens the keychain for any program of yours that asks it to.

            A TPM can be cleared and machines break: without a passcode, make a recovery key too. If \
            there is one already, and no passcode, it is read first, so that it stays valid.

            EXAMPLES
              keychainctl tpm enroll
              keychainctl tpm unlock
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Require no PIN.") var noPin = false

    func run() throws {
        let keychain = try place.open()
        let token = try TPMCommand.token()
        var source = try PasscodeSource()
        let proof = try WaysIn.proof(for: keychain, from: &source, adding: true)
        // Not after the PIN was typed, which would be in vain.
        try WaysIn.check(proof, for: keychain)
        let pin = noPin ? nil : try Self.newPIN(from: &source)
        let secret = SecretBytes.random(count: 32)
        let blob = try token.seal(secret, policy: .init(requiresPIN: !noPin), pin: pin)
        let kind: AccessSlot.Kind = noPin ? .token : .tokenWithPIN
        let slot = NewAccessSlot(kind, secret: secret, parameters: blob)
        try keychain.access.change(.add(slot), proof: proof)
        Terminal.say("The TPM opens the keychain now: 'keychainctl tpm unlock'.")
        try Self.sayIfItIsAlone(in: keychain)
        WaysIn.sayWhatTheLogKeeps(of: keychain)
        try UnlockSharing.warn(keychain)
    }

    /// Says that the chip is the only way in, if it is, and how to make another one.
    private static func sayIfItIsAlone(in keychain: Keychain) throws {
        let kinds = try keychain.access.slots().map(\.kind)
        guard AccessExamination.isChipAlone(kinds) else { return }
        let create = AdvisedCommand.naming(
            KeychainChoice.onCommandLine,
            in: "'keychainctl recovery create'"
        )
        Terminal.say(
            "It is the only way in: if the TPM is cleared or breaks, all is lost. Make a recovery key "
                + "with \(create)."
        )
    }

    /// A new PIN; typed twice on a terminal.
    private static func newPIN(from source: inout PasscodeSource) throws(Failure) -> SecretBytes {
        let pin = try source.next(asking: "New PIN: ")
        guard source.isTerminal else { return pin }
        guard pin.matches(try source.next(asking: "New PIN again: ")) else {
            throw Failure(.usage, "the two entries do not match", advice: "run the command again")
        }
        return pin
    }
}
