package import PortableKeychain

/// What the commands about the ways into a keychain share.
package enum WaysIn {
    /// Asks for what proves that the user may change the ways in: the passcode, or the recovery key
    /// of a keychain without one.
    ///
    /// - Parameters:
    ///   - keychain: The keychain.
    ///   - source: Where the answers come from.
    /// - Returns: The proof.
    /// - Throws: ``Failure`` if nothing can be asked for.
    package static func proof(
        for keychain: Keychain,
        from source: inout PasscodeSource
    ) throws -> AccessProof {
        let kinds = Set(try keychain.access.slots().map(\.kind))
        if kinds.contains(.passcode) { return .passcode(try source.present()) }
        if kinds.isSubset(of: [.device, .recovery]) { return .device }
        guard kinds.contains(.recovery) else {
            throw Failure(
                .usage,
                "the keychain has neither a passcode nor a recovery key",
                advice: "use the command of the chip or security key that opens it"
            )
        }
        return .recoveryKey(try recoveryKey(from: &source))
    }

    /// Asks for the recovery key where a change needs it besides the proof, because it adds the first
    /// slot that locks the keychain.
    ///
    /// - Returns: The key; `nil` where it is not needed.
    /// - Throws: As ``recoveryKey(from:asking:)``.
    package static func recoveryKey(
        besides proof: AccessProof,
        for keychain: Keychain,
        from source: inout PasscodeSource
    ) throws -> RecoveryKey? {
        guard case .device = proof,
            try keychain.access.slots().contains(where: { $0.kind == .recovery })
        else { return nil }
        return try recoveryKey(from: &source)
    }

    /// Fails if a proof does not open the keychain.
    package static func check(
        _ proof: AccessProof,
        for keychain: Keychain
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try keychain.access.authenticate(proof, in: AuthenticationContext())
            // A keychain of the first version has nothing yet that proves presence.
        } catch  where error.code == .authenticationRequired {}
    }

    /// Asks for the recovery key.
    ///
    /// - Parameters:
    ///   - source: Where the answer comes from.
    ///   - prompt: The prompt on a terminal.
    /// - Returns: The key.
    /// - Throws: ``Failure``, or an error that names the group that was mistyped.
    package static func recoveryKey(
        from source: inout PasscodeSource,
        asking prompt: String = "Recovery key: "
    ) throws -> RecoveryKey {
        var attempts = 1
        while true {
            let typed = try source.next(asking: prompt)
            do throws(KeychainError) {
                return try RecoveryKey(typed: typed)
            } catch {
                guard source.isTerminal, attempts < 5 else { throw Failure(error) }
                attempts += 1
                Terminal.say(error.reason)
            }
        }
    }

    /// Says that removing a way in changes no copy that was made before.
    package static func sayWhatCopiesOpen(_ what: String) {
        Terminal.say(
            "Copies of the keychain's file that were made before still open with \(what). Run "
                + "'keychainctl rotate' to give the keychain new keys."
        )
    }

    /// The word for a kind of slot.
    package static func word(_ kind: AccessSlot.Kind) -> String {
        switch kind {
        case .device: "device"
        case .passcode: "passcode"
        case .token: "token"
        case .tokenWithPIN: "token-pin"
        case .securityKey: "fido2"
        case .recovery: "recovery"
        case .credential: "credential"
        }
    }

    /// What opens a slot of a kind, and what else is needed.
    package static func explanation(_ kind: AccessSlot.Kind, locks: Bool) -> String {
        switch kind {
        case .device: locks ? "the device key: items that are always available" : "the device key"
        case .passcode: "the passcode, with the device key"
        case .token: "a chip, with the device key"
        case .tokenWithPIN: "a chip and its PIN, with the device key"
        case .securityKey: "a security key, with the device key"
        case .recovery: "the recovery key alone"
        case .credential: "the credential of a service, with the device key"
        }
    }
}
