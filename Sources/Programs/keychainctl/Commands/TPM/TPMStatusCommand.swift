internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl tpm status`.
struct TPMStatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show where the device key is.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: device-key (tpm, \
            file, tpm-and-file after an interrupted 'tpm bind', tpm-and-other-file if a TPM sealed \
            another device key than the one in the file, none), recovery (yes, no: whether \
            there is a copy that a recovery key opens), counter (yes, no: whether a counter of the \
            TPM tells an old copy of the whole folder from the present one) and tpm (ready; agent: \
            the agent of the system seals secrets for this user, and makes no keys; absent; \
            forbidden: this user may not use it; no-program: keychain-tpm is not installed).

            EXAMPLES
              keychainctl tpm status
            """
    )

    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let binding = TPMCommand.binding
        let place =
            switch binding.state {
            case .none: "none"
            case .plain: "file"
            case .bound: "tpm"
            case .unfinished: "tpm-and-file"
            case .several: "tpm-and-other-file"
            }
        let access =
            switch TPMAccess.present {
            case .absent: "absent"
            case .forbidden: "forbidden"
            case .withoutProgram: "no-program"
            case .open: "ready"
            case .throughAgent: "agent"
            }
        tell(
            [
                ("device-key", place), ("recovery", binding.hasRecoveryCopy ? "yes" : "no"),
                ("counter", binding.hasCounter ? "yes" : "no"), ("tpm", access),
            ],
            [
                ("device-key", .string(place)), ("recovery", .bool(binding.hasRecoveryCopy)),
                ("counter", .bool(binding.hasCounter)), ("tpm", .string(access)),
            ]
        )
    }
}
