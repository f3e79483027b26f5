internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl login-password notice`.
struct LoginPasswordNoticeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notice",
        abstract: "Say that a login has left a keychain locked.",
        discussion: """
            Prints one line for each of your keychains that a login password opens and that is \
            locked: the login was without the password, or with another one. Prints nothing \
            otherwise. PAM starts it at the beginning of a session on a terminal.

            EXAMPLES
              keychainctl login-password notice
            """
    )

    func run() throws {
        let standard = try? Keychain.path(of: .standard, configuration: .tool)
        for name in Keychain.names(configuration: .tool) {
            guard let keychain = try? KeychainChoice(name: name).openFile(),
                let state = try? keychain.lockState, state != .unlocked,
                case let login = LoginPassword(of: keychain), (try? login.slot) != nil
            else { continue }
            let cause =
                (try? login.refusedSince) != nil
                ? "its password is another one than you enrolled" : "it had no password"
            let isStandard = standard.map { keychain.path?.hasSameBytes(as: $0) == true } ?? false
            let unlock = AdvisedCommand.naming(
                isStandard ? nil : name,
                in: "'keychainctl unlock'"
            )
            Terminal.line(
                "This login has not unlocked the keychain \(name), because \(cause): run \(unlock)."
            )
        }
    }
}
