internal import KeychainctlKit
internal import PortableKeychain

/// Unlocks a keychain when its user logs in, with as few questions as possible.
struct LoginUnlocking {
    let keychain: Keychain

    /// Unlocks the keychain with a chip that needs no PIN; otherwise asks the user, if there is a
    /// way to ask.
    ///
    /// If the user does not answer, it stays locked, and the first command that needs it asks
    /// again.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` after three wrong answers, or a
    ///   refusal of the disk, a dialog or an exclusive keychain.
    func perform() throws {
        guard try keychain.lockState != .unlocked else { return }
        if let proof = try chipProof() {
            let time = try Keychain.Configuration.tool.unlockTime(of: keychain.path ?? "")
            try keychain.access.unlock(proof, for: time)
        } else if try !isAnswered() {
            return Terminal.say("The keychain stays locked until a command that needs it asks.")
        }
        try UnlockSharing.require(keychain)
    }

    /// The proof that the chip gives without a PIN; `nil` if there is none, or if the chip fails, which
    /// is reported.
    private func chipProof() throws(KeychainError) -> AccessProof? {
        let slots = try keychain.access.slots().filter { $0.kind == .token }
        guard !slots.isEmpty, let token = Keychain.Configuration.tool.token else { return nil }
        do throws(KeychainError) {
            return try ChipAuthenticator.proof(of: slots, token, pin: nil)
        } catch {
            Terminal.complain(Failure(error).message)
            return nil
        }
    }

    /// Asks the user, as any command that needs an unlocked keychain does.
    ///
    /// - Returns: Whether an answer has unlocked the keychain.
    private func isAnswered() throws(KeychainError) -> Bool {
        let tool = Keychain.Configuration.tool
        guard let asking = tool.authenticator else { return false }
        do throws(KeychainError) {
            try keychain.unlock(asking: asking, configuration: tool)
            return true
        } catch  where [.locked, .userCanceled].contains(error.code) {
            return false
        }
    }
}
