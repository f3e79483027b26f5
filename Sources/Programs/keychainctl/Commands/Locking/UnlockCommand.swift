internal import ArgumentParser
internal import KeychainctlKit
internal import PortableKeychain

/// `keychainctl unlock`.
struct UnlockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unlock",
        abstract: "Unlock a keychain for all of your processes.",
        discussion: """
            The passcode is prompted for on a terminal; otherwise it is the first line of standard \
            input. The keychain stays unlocked until 'lock', or for the time of --for or of \
            'security set-keychain-settings': without them, for 12 hours. Logging out does not \
            lock it, unless you arrange that: see 'keychainctl lock --help'. Items that stay \
            available after the first unlock can be read for 7 days.

            Other commands ask for the passcode of a locked keychain themselves, on a terminal or, \
            if PORTABLE_KEYCHAIN_AUTHENTICATOR is 'pinentry' or the path of such a program, in a \
            dialog. The answer unlocks the keychain in the same way.

            A keychain without a passcode that a security key opens is unlocked by its touch; one \
            with both, with --fido2.

            With --at-login, a TPM unlocks the keychain if it needs no PIN ('keychainctl tpm enroll \
            --no-pin'). Otherwise the command asks on the terminal or in that dialog. If neither is \
            there, the keychain stays locked until another command asks, and the status is 0. The \
            systemd unit keychainctl-unlock@.service runs this at each login.

            If the kernel cannot keep the keys for your other processes, the keychain is locked \
            again when this command ends, and the status is 79.

            EXAMPLES
              keychainctl unlock
              keychainctl unlock --keychain work --for 15m
              keychainctl unlock --fido2
            """
    )

    @OptionGroup var place: KeychainOptions
    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Lock again after this time: 90s, 15m, 2h or 1d.", valueName: "time")
    )
    var span: TimeSpan?
    @Flag(
        name: .customLong("fido2"),
        help: "Unlock with a security key, which 'keychainctl fido2 enroll' has added."
    )
    var usesSecurityKey = false
    @Flag(help: "Unlock without a question if possible, and ask only if somebody can answer.")
    var atLogin = false

    func validate() throws {
        guard atLogin, span != nil || usesSecurityKey else { return }
        throw ValidationError(
            "--at-login cannot be combined with --for or --fido2."
        )
    }

    func run() throws {
        guard !atLogin else {
            return try LoginUnlocking(keychain: place.choice.openFile()).perform()
        }
        let keychain = try place.open()
        let hasPasscode = try keychain.hasPasscode
        // The agent does not show the ways in to any client.
        let slots = usesSecurityKey ? try keychain.access.slots() : try keychain.knownSlots
        let hasSecurityKey = slots.contains { $0.kind == .securityKey }
        let usual = try Keychain.Configuration.tool.unlockTime(of: keychain.path ?? "")
        let time = span?.duration ?? usual
        guard usesSecurityKey || (hasSecurityKey && !hasPasscode) else {
            guard hasPasscode else { throw KeychainError(.noPasscode) }
            var source = try PasscodeSource()
            let passcode = try source.present()
            try keychain.unlock(passcode: passcode, for: time)
            try UnlockSharing.require(keychain)
            guard slots.contains(where: { $0.kind == .loginPassword }) else { return }
            return try LoginPassword(of: keychain).offer(proof: .passcode(passcode))
        }
        let user = SecurityKeyTouch(inCommand: try InputAuthenticator())
        try keychain.access.unlock(user.touch(slots, of: keychain.path), for: time)
        try UnlockSharing.require(keychain)
    }
}

extension Keychain {
    /// The ways in; none where only the keeper knows them.
    fileprivate var knownSlots: [AccessSlot] {
        get throws {
            do {
                return try access.slots()
            } catch  where error.code == .unimplemented {
                return []
            }
        }
    }
}
