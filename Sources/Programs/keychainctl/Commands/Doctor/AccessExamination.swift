internal import PortableKeychain

/// The findings about the ways into a keychain: everything that a person with a copy of its files
/// would need.
enum AccessExamination {
    /// The advice for a keychain that a copy of its files opens.
    static let passcodeAdvice = "set a passcode with 'keychainctl passcode set'"

    /// Reports the protection of the keychain, and the command that improves it.
    ///
    /// - Parameters:
    ///   - kinds: The kinds of its slots.
    ///   - hasPlainDeviceKey: Whether the device key is in a file as it is, and not sealed by a chip.
    /// - Returns: The finding.
    static func protection(_ kinds: [AccessSlot.Kind], hasPlainDeviceKey: Bool) -> Finding {
        let topic = "protection"
        let device = hasPlainDeviceKey ? "a copied home folder" : "this machine's chip"
        let own: [(kind: AccessSlot.Kind, text: String)] = [
            (.passcode, "the passcode"), (.token, "the chip"), (.tokenWithPIN, "the PIN"),
            (.securityKey, "the security key"), (.credential, "the credential of a service"),
            (.loginPassword, "the login password"),
        ]
        let ways = own.filter { kinds.contains($0.kind) }.map(\.text)
        let bind = "keep the device key in a TPM with 'keychainctl tpm bind'"
        guard !ways.isEmpty else {
            return .note(
                topic,
                hasPlainDeviceKey
                    ? "a copied home folder opens it"
                    : "it opens for every program on this machine",
                advice: passcodeAdvice
            )
        }
        let text = "\(device) and \(ways.joined(separator: " or ")) open it"
        return hasPlainDeviceKey ? .note(topic, text, advice: bind) : .fine(topic, text)
    }

    /// Says whether logins open the keychain with their password.
    ///
    /// - Parameters:
    ///   - setup: Whether PAM hands the password over.
    ///   - since: The time of a login whose password did not open the keychain.
    /// - Returns: The finding.
    static func loginPassword(_ setup: PAMSetup, refusedSince since: String?) -> Finding {
        let topic = "login password"
        if let since {
            return .note(
                topic,
                "the password of the login of \(since) does not open it",
                advice: "if it was changed, run 'keychainctl login-password enroll'"
            )
        }
        guard let advice = setup.advice else {
            return .fine(topic, "logins with it open the keychain")
        }
        return .note(topic, PAMSetup.problem, advice: advice)
    }

    /// Whether a chip is the only way into a keychain that is locked, so that all is lost with it.
    static func isChipAlone(_ kinds: [AccessSlot.Kind]) -> Bool {
        let others = kinds.filter { $0 != .device }
        return !others.isEmpty && others.allSatisfy { [.token, .tokenWithPIN].contains($0) }
    }

    /// Says whether the owner can come back after a loss.
    static func recovery(_ kinds: [AccessSlot.Kind]) -> Finding {
        let topic = "recovery"
        guard kinds.contains(.recovery) else {
            let loss =
                isChipAlone(kinds)
                ? "if the chip is cleared or breaks" : "without the device key or the passcode"
            return .note(
                topic,
                "there is no recovery key: \(loss) all is lost",
                advice: "make a recovery key with 'keychainctl recovery create'"
            )
        }
        return .fine(topic, "the recovery key opens it")
    }
}
