internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// The protection of the default keychain, which its user chooses before programs of the desktop use it.
enum KeychainProtection: CaseIterable {
    case passcode
    case tpm
    case none

    /// The protection of the keyring from before, as `keychaind --setup examine` prints it.
    struct Former {
        /// Whether it has a password; `nil` if that is not known.
        let hasPassword: Bool?
        /// The name of its program.
        let name: String

        /// Reads a line: `none`, `unknown` or `password`, a tab, and the name.
        init?(_ line: some StringProtocol) {
            let parts = line.split(separator: "\t")
            guard parts.count == 2 else { return nil }
            switch parts[0] {
            case "none": hasPassword = false
            case "unknown": hasPassword = nil
            case "password": hasPassword = true
            default: return nil
            }
            name = String(parts[1])
        }
    }

    /// Whether the default keychain needs none, because it is protected already.
    ///
    /// A keychain that cannot be read says so to the command that uses it.
    static var isThere: Bool {
        (try? WaysIn.areProtecting(KeychainChoice().openFileIfPresent())) ?? true
    }

    /// Asks the user.
    ///
    /// - Parameter former: The keyring from before.
    /// - Returns: The choice.
    /// - Throws: ``Failure`` if nothing is chosen.
    static func choose(after former: Former) throws(Failure) -> Self {
        switch former.hasPassword {
        case false?: break
        case true?: Terminal.say("The keyring of \(former.name) has a password.")
        case nil: Terminal.say("The keyring of \(former.name) may have a password.")
        }
        let choices = allCases.filter { $0 != .tpm || hasTPM }
        let question = "Your keychain has no passcode. What should protect it?"
        return choices[try Terminal.choose(question, from: choices.map(\.explanation))]
    }

    /// Does what the command of the choice does.
    ///
    /// - Throws: Any error of the command.
    func apply() throws {
        switch self {
        case .passcode:
            try PasscodeSetCommand.parse([]).run()
            Terminal.say(
                "Your login can open it without a question: run 'keychainctl login-password enroll'."
            )
        case .tpm:
            if !TPMCommand.binding.hasRecoveryKey {
                Terminal.say("First a recovery key, which opens everything if the TPM is lost.")
                try RecoveryCreateCommand.parse([]).run()
            }
            try TPMBindCommand.parse([]).run()
        case .none: break
        }
    }

    /// Whether there is a TPM that can take the device key.
    private static var hasTPM: Bool {
        TPMAccess.present == .open
            && [.none, .plain, .unfinished].contains(TPMCommand.binding.state)
    }

    private var explanation: String {
        switch self {
        case .passcode:
            """
            A passcode. The password of your old keyring, or of your login, will do.
            You are asked for it when a program first needs a secret after a restart,
            after the screen was locked, after sleep, and every 12 hours.
            """
        case .tpm:
            """
            The TPM of this machine. Copies of the files, such as backups or a stolen
            disk, open nothing elsewhere. Nothing is asked for: anyone who is logged in
            as you, and every program that you run, can read all secrets. You write a
            recovery key on paper.
            """
        case .none:
            """
            Nothing. Anyone with a copy of the files, such as a backup or a stolen disk,
            and every program that you run, can read all secrets.
            """
        }
    }
}
