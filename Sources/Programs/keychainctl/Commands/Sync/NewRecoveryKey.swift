internal import ArgumentParser
internal import KeychainSync
internal import KeychainctlKit
@_spi(Keepers) internal import PortableKeychain

/// The options of the commands that print a new recovery key of synchronized keychains.
struct NewRecoveryKey: ParsableArguments {
    @Flag(help: "Do not ask to type the recovery key back.") var unconfirmed = false

    /// Refuses to continue if there is no terminal on which the user could type the key back.
    func source() throws -> PasscodeSource {
        let source = try PasscodeSource()
        guard unconfirmed || source.isTerminal else {
            throw Failure(
                .usage,
                "nobody can type the recovery key back without a terminal",
                advice: "run the command on a terminal, or use --unconfirmed"
            )
        }
        return source
    }

    /// Makes a key, prints it, and has it typed back.
    func make(_ source: PasscodeSource) throws -> RecoveryKey {
        var source = source
        let key = RecoveryKey(entropy: .system)
        SecretOutput.write(RecoverySheet.line(of: key))
        if !unconfirmed { try WaysIn.awaitTypingBack(key, on: &source) }
        return key
    }
}
