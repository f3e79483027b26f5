internal import KeychainctlKit
internal import PortableKeychain

extension SecurityVerb {
    /// The verbs about a keychain's settings and its password.
    static let settings: [SecurityVerb] = [
        SecurityVerb(
            name: "set-keychain-settings",
            summary: "Set the time after which a keychain is locked; without -t, 12 hours.",
            options: [
                .flag(
                    "l",
                    "Lock it when the system sleeps.",
                    .ignored("keychains are not locked at sleep here")
                ),
                .flag("u", "Lock it after the time of -t."),
                .value("t", "seconds", "The time after unlocking."),
            ],
            operands: "[keychain]",
            function: "SecKeychainSetSettings",
            run: set
        ),
        SecurityVerb(
            name: "set-keychain-password",
            summary: "Change the password of a keychain; an empty one means none.",
            options: [
                .secret("o", "password", "The current password."),
                .secret("p", "password", "The new password."),
            ],
            operands: "[keychain]",
            function: "SecKeychainChangePassword",
            run: changePassword
        ),
        SecurityVerb(
            name: "show-keychain-info",
            summary: "Show the settings of a keychain.",
            options: [.flag("s", "Show the salt.", .refused("salts are not shown"))],
            operands: "[keychain]",
            function: "SecKeychainCopySettings"
        ) { call in
            let keychain = try SecurityKeychains.only(call)
            let path = keychain.path ?? ""
            let seconds = try KeychainPreferences(.tool).timeout(of: path)
            let time =
                seconds.map { "use-lock-interval timeout=\($0)s" }
                ?? "no-timeout, locks 12 hours after unlocking"
            Terminal.say("Keychain \"\(call.operands.first?.shown ?? path)\" \(time)")
        },
    ]

    @Sendable private static func set(_ call: SecurityInvocation) throws {
        var seconds: UInt32?
        if let text = try call.text("t") {
            guard let number = UInt32(text), number > 0 else {
                throw SecurityFailure.usage(
                    "the value of -t must be a number of seconds, at least 1"
                )
            }
            seconds = number
        }
        let keychain = try SecurityKeychains.only(call)
        if try keychain.hasPasscode {
            try keychain.lock(after: seconds.map { .seconds($0) })
        } else if seconds != nil {
            // It is always unlocked. Scripts of build machines set the time of such a keychain.
            call.complain("-t has no effect until the keychain has a password")
        }
        var preferences = try KeychainPreferences(.tool)
        preferences.setTimeout(seconds, of: keychain.path ?? "")
        try preferences.save()
    }

    @Sendable private static func changePassword(_ call: SecurityInvocation) throws {
        try changePassword(of: SecurityKeychains.only(call), call)
    }

    /// Changes the password of a keychain to what a command says.
    static func changePassword(of keychain: Keychain, _ call: SecurityInvocation) throws {
        let hasPassword = try keychain.hasPasscode
        let old =
            try call.word("o")?.bytes
            ?? (hasPassword ? call.prompts.ask("Old Password: ") : SecretBytes([]))
        let new =
            try call.word("p")?.bytes
            ?? call.prompts.askNew("New Password: ", again: "Retype New Password: ")
        switch (hasPassword, new.count > 0) {
        case (true, true):
            try keychain.changePasscode(from: old, to: new)
        case (true, false):
            // This tool cannot ask, and nothing brings them back.
            guard try keychain.access.passcodeItems()?.count ?? 0 == 0 else {
                throw SecurityFailure(
                    1,
                    "some items exist only while there is a password; "
                        + "'keychainctl passcode remove' names them and removes it"
                )
            }
            try keychain.removePasscode(old)
        case (false, _):
            guard old.count == 0 else { throw KeychainError(.authenticationFailed) }
            if new.count > 0 { try keychain.setPasscode(new) }
        }
    }
}
