internal import ArgumentParser
internal import KeychainctlKit
internal import KeychainLibC
internal import PortableKeychain
internal import SafeText

/// `keychainctl login-password unlock`.
struct LoginPasswordUnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock a keychain with the login password.",
        discussion: """
            Reads the password from standard input, or asks for it on a terminal. A keychain that \
            is unlocked stays as it is.

            With --at-login, it is what PAM starts: all of your keychains that the password opens \
            are unlocked, and those without a login password are left out.

            EXAMPLES
              keychainctl login-password unlock
            """
    )

    @OptionGroup var place: KeychainOptions
    @Flag(help: "Unlock all of your keychains that have a login password.") var atLogin = false

    func validate() throws {
        guard !atLogin || place.keychain == nil else {
            throw ValidationError("--at-login and --keychain cannot be combined.")
        }
    }

    func run() throws {
        guard atLogin else {
            let keychain = try place.choice.openFile()
            guard let slot = try WaysIn.slots(.loginPassword, of: keychain).first else { return }
            guard try keychain.lockState != .unlocked else { return }
            return try LoginPassword(of: keychain).unlock(password(), slot, isOfLogin: false)
        }
        var given: SecretBytes?
        var failure: (any Error)?
        for name in Keychain.names(configuration: .tool) {
            do {
                let keychain = try KeychainChoice(name: name).openFile()
                guard try keychain.lockState != .unlocked,
                    let slot = try LoginPassword(of: keychain).slot
                else { continue }
                let password = try given ?? password()
                given = password
                try LoginPassword(of: keychain).unlock(password, slot, isOfLogin: true)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    /// The password: what is typed, or the first line of standard input.
    private func password() throws -> SecretBytes {
        guard !Terminal.inputIsTerminal else {
            return try SecretPrompt.ask("Login password: ")
        }
        // A program in C may send the end of its text, too.
        let line = try SecretInput.line(from: STDIN_FILENO)
        let count = line.withUnsafeBytes { $0.firstIndex(of: 0) ?? $0.count }
        let password = SecretText.part(of: line, 0..<count)
        guard password.count > 0 else {
            throw Failure(
                .usage,
                "there is no password on standard input",
                advice: "log in with your password, or run 'keychainctl unlock'"
            )
        }
        return password
    }
}
