internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// `keychainctl status`.
struct StatusCommand: AnsweringCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show whether a keychain is locked.",
        discussion: """
            In a pipe, each line has a name and a value with a tab between them: path, state \
            (unlocked, locked, locked-since-login), passcode (yes, no), and shared: whether \
            unlocking also applies to your other processes that open the file. It does not where \
            the kernel keeps no keys, and after 'keychainctl agent exclusive on'.

            EXAMPLES
              keychainctl status
            """
    )

    @OptionGroup var place: KeychainOptions
    @OptionGroup var answer: AnswerOptions

    func run() throws {
        let keychain = try place.open()
        let path = keychain.path ?? ""
        let state =
            switch try keychain.lockState {
            case .unlocked: "unlocked"
            case .locked: "locked"
            case .lockedSinceLogin: "locked-since-login"
            }
        let hasPasscode = try keychain.hasPasscode
        let binding = DeviceBinding(.tool)
        if !binding.isInFile, let obstacle = binding.obstacle {
            Terminal.say("Nothing opens after the next lock. \(obstacle.reason)")
        }
        let isShared = !hasPasscode || UnlockSharing.isPossible(for: keychain)
        tell(
            [
                ("path", path), ("state", state), ("passcode", hasPasscode ? "yes" : "no"),
                ("shared", isShared ? "yes" : "no"),
            ],
            [
                ("path", .string(path)), ("state", .string(state)),
                ("passcode", .bool(hasPasscode)), ("shared", .bool(isShared)),
            ]
        )
    }
}
