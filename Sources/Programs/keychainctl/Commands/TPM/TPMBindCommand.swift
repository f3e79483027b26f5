internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl tpm bind`.
struct TPMBindCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bind",
        abstract: "Seal the device key in the TPM, and remove its file.",
        discussion: """
            Asks for a recovery key first: that of 'keychainctl recovery create', which then also \
            brings the device key back, or that of 'keychainctl tpm recovery'. The file device.key is \
            overwritten and removed, but flash memory, snapshots and backups keep what they have \
            of it: for a machine whose disk was copied before, create a new keychain instead.

            With --pcr, the TPM also requires the present values of these registers, such as 7 \
            for Secure Boot. An update of the firmware changes some of them, and then only the \
            recovery key opens your keychains. Without it, such updates change nothing.

            A counter in the TPM rises with each lock, unlocking way or passcode that changes. So a \
            copy of the whole folder from before is refused, until 'keychainctl accept-older' \
            accepts it.

            After a 'tpm bind' that was interrupted, run it again. If another TPM sealed a device \
            key before, and is lost, use --lost-chip: what it sealed gets another name, and still \
            opens its keychains if that TPM comes back.

            EXAMPLES
              keychainctl tpm recovery
              keychainctl tpm bind
            """
    )

    @Option(help: "A register (PCR) that must keep its value, 0 to 23; can be repeated.")
    var pcr: [UInt8] = []
    @Flag(help: "Keep what a lost TPM sealed under another name.") var lostChip = false

    func validate() throws {
        guard pcr.allSatisfy({ $0 < 24 }) else {
            throw ValidationError("the registers of a TPM are 0 to 23")
        }
    }

    func run() throws {
        let binding = TPMCommand.binding
        let isPlainly = pcr.isEmpty && !lostChip
        if isPlainly, binding.state == .bound, binding.obstacle == nil {
            Terminal.say("Nothing is left to do.")
        } else if binding.state == .unfinished, binding.obstacle == nil {
            // A TPM that was replaced does not open what it should finish: then the key is bound
            // again.
            try binding.finish()
        } else {
            guard binding.hasRecoveryKey else {
                throw Failure(
                    .usage,
                    "there is no recovery key yet",
                    advice: "make one for the whole keychain with 'keychainctl recovery create', "
                        + "or for the device key alone with 'keychainctl tpm recovery', and write "
                        + "it on paper"
                )
            }
            let key = try TPMCommand.typedKey()
            try binding.bind(
                confirmedBy: key,
                registers: Set(pcr).sorted(),
                replacingLost: lostChip
            )
        }
        if !binding.hasCounter {
            Terminal.say(
                "The TPM makes no counter for this user. An old copy of the whole folder is not "
                    + "noticed, only one of a keychain."
            )
        }
        Terminal.say("The device key is in the TPM. Old backups and snapshots may still have it.")
    }
}
