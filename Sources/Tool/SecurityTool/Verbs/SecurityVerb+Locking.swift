internal import KeychainctlKit
internal import PortableKeychain

extension SecurityVerb {
    /// The verbs that lock and unlock.
    static let locking: [SecurityVerb] = [
        SecurityVerb(
            name: "lock-keychain",
            summary: "Lock a keychain for all of your processes.",
            options: [.flag("a", "Lock all keychains of the search list.")],
            operands: "[keychain]",
            function: "SecKeychainLock"
        ) { call in
            guard call.has("a") else { return try lock(SecurityKeychains.only(call), call) }
            guard call.operands.isEmpty else {
                throw SecurityFailure.usage("-a applies to all keychains")
            }
            let keychains = try SecurityKeychains.toSearch([], call)
            var obstacle = keychains.obstacle
            for keychain in keychains.opened {
                do throws(KeychainError) { try lock(keychain, call) } catch { obstacle = error }
            }
            // At this point, all other keychains are locked.
            if let obstacle { throw obstacle }
        },
        SecurityVerb(
            name: "unlock-keychain",
            summary: "Unlock a keychain for all of your processes.",
            options: [
                .flag("u", "Use no password."),
                .secret("p", "password", "The password."),
            ],
            operands: "[keychain]",
            function: "SecKeychainUnlock",
            run: unlock
        ),
    ]

    /// Locks a keychain; one without a password stays open, as on macOS one with an empty password
    /// opens again without a question.
    private static func lock(
        _ keychain: Keychain,
        _ call: SecurityInvocation
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.lock()
        } catch  where error.code == .noPasscode {
            let name = keychain.path ?? "the keychain"
            call.complain("lock-keychain has no effect: \(name) has no password")
        }
    }

    @Sendable private static func unlock(_ call: SecurityInvocation) throws {
        let keychain = try SecurityKeychains.only(call)
        guard try keychain.hasPasscode else {
            // A keychain without a password is always unlocked, but a script that passes a password
            // does not expect that.
            guard call.has("u") || call.word("p")?.isEmpty == true else {
                throw KeychainError(.noPasscode)
            }
            return
        }
        guard !call.has("u") else {
            guard try keychain.lockState == .unlocked else {
                throw KeychainError(.locked)
            }
            return
        }
        let name = call.operands.first?.shown ?? "default"
        let password = try call.word("p")?.bytes ?? call.prompts.ask("password to unlock \(name): ")
        let time = try Keychain.Configuration.tool.unlockTime(of: keychain.path ?? "")
        try keychain.unlock(passcode: password, for: time)
        try UnlockSharing.require(keychain)
    }
}
