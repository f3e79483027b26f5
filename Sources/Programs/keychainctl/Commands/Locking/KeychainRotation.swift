internal import KeychainctlKit
internal import PortableKeychain
internal import SafeText

/// Replaces all keys of a keychain: asks for the secrets of the ways in that stay, names those that
/// cannot stay, and only then begins.
struct KeychainRotation {
    private let keychain: Keychain
    var newPasscode = false
    var keepsPIN = false
    var keepsRecovery = false
    var keepsLoginPassword = false
    /// Files with credentials that stay.
    var credentials: [String] = []
    var isConfirmed = false

    init(_ keychain: Keychain) { self.keychain = keychain }

    func run() throws {
        let hasPasscode = try keychain.hasPasscode
        guard hasPasscode || !newPasscode else { throw KeychainError(.noPasscode) }
        let slots = try keychain.access.slots()
        // Nothing is read where nothing is asked for: a script may need its standard input.
        let reads =
            hasPasscode || keepsPIN || keepsRecovery || keepsLoginPassword
            || slots.contains { [.tokenWithPIN, .securityKey].contains($0.kind) }
        var source = try PasscodeSource(readsInput: reads)
        let proofs = try proofs(slots, from: &source)
        try confirm(proofs, slots)
        let next = try newPasscode ? source.new() : nil
        let report = try keychain.access.rotate(proofs, newPasscode: next) {
            Terminal.progress("\(counted($0, "item")) encrypted again")
        }
        Terminal.progress("")
        Self.say(report)
        // A removed recovery key must not bring back the device key, which opens the new keys.
        let hadRecovery = slots.contains { $0.kind == .recovery }
        if hadRecovery, try !keychain.access.slots().contains(where: { $0.kind == .recovery }) {
            try WaysIn.forgetRecoveryCopy(of: keychain)
        }
    }

    private static func say(_ report: RotationReport) {
        Terminal.say("\(counted(report.itemCount, "item")) encrypted again with new keys.")
        if report.destroyedCount > 0 {
            Terminal.say(
                counted(report.destroyedCount, "item")
                    + " removed, whose key was destroyed with a passcode."
            )
        }
        if report.leavesRemains {
            Terminal.say("Note: \(Doctor.remains); \(Doctor.remainsAdvice).")
        }
    }

    /// The secrets that are available, in the order of the slots.
    private func proofs(
        _ slots: [AccessSlot],
        from source: inout PasscodeSource
    ) throws -> [AccessProof] {
        let secrets = try SlotSecrets(keychain)
        let hasPasscode = slots.contains { $0.kind == .passcode }
        var proofs: [AccessProof] = []
        if hasPasscode, let passcode = try passcode(from: &source) {
            proofs = [.passcode(passcode)]
        }
        let asksPIN = keepsPIN || !hasPasscode || Terminal.inputIsTerminal
        proofs += try secrets.chip(from: &source, asksPIN: asksPIN)
        for slot in secrets.slots(.securityKey) {
            if let proof = try secrets.touch(slot, &source) { proofs.append(proof) }
        }
        if let key = try recoveryKey(secrets, from: &source) { proofs.append(.recoveryKey(key)) }
        if let proof = try loginPassword(secrets, from: &source) { proofs.append(proof) }
        return try proofs + credentials.map { try credential($0, secrets.slots(.credential)) }
    }

    /// The present passcode; `nil` if it is forgotten and a new one is set.
    private func passcode(from source: inout PasscodeSource) throws(Failure) -> SecretBytes? {
        guard newPasscode, Terminal.inputIsTerminal else { return try source.present() }
        return try source.optional(
            asking: "Present passcode (no entry: another way in proves it): "
        )
    }

    /// The recovery key, if it is to stay: asked for on a terminal, where no entry means no.
    private func recoveryKey(
        _ secrets: SlotSecrets,
        from source: inout PasscodeSource
    ) throws -> RecoveryKey? {
        guard !secrets.slots(.recovery).isEmpty else {
            guard keepsRecovery else { return nil }
            throw Failure(
                .usage,
                "the keychain has no recovery key",
                advice: "omit --keep-recovery"
            )
        }
        if keepsRecovery { return try WaysIn.recoveryKey(from: &source) }
        guard Terminal.inputIsTerminal else { return nil }
        let typed = try source.optional(asking: "Recovery key, to keep it (no entry: remove it): ")
        return try typed.map { try RecoveryKey(typed: $0) }
    }

    /// The proof by the login password, if it is to stay: asked for on a terminal, where no entry
    /// means no.
    private func loginPassword(
        _ secrets: SlotSecrets,
        from source: inout PasscodeSource
    ) throws -> AccessProof? {
        guard let slot = secrets.slots(.loginPassword).first else {
            guard keepsLoginPassword else { return nil }
            throw Failure(
                .usage,
                "the login password does not open the keychain",
                advice: "omit --keep-login-password"
            )
        }
        guard keepsLoginPassword || Terminal.inputIsTerminal else { return nil }
        let typed =
            keepsLoginPassword
            ? try source.next(asking: "Login password: ", for: "the login password")
            : try source.optional(asking: "Login password, to keep it (no entry: remove it): ")
        guard let typed else { return nil }
        let proof = try slot.proof(loginPassword: typed)
        let outcome = Result { () throws(KeychainError) in
            try WaysIn.check(proof, for: keychain)
        }
        if case .failure(let error) = outcome, error.code == .authenticationFailed {
            throw LoginPassword.wrong
        }
        try outcome.get()
        return proof
    }

    /// The proof by a credential in a file, which is checked before anything is removed.
    private func credential(_ path: String, _ slots: [AccessSlot]) throws -> AccessProof {
        let secret = try KeychainCredential.file(path).read()
        for slot in slots {
            let proof = AccessProof.slot(slot.identifier, secret: secret)
            if (try? WaysIn.check(proof, for: keychain)) != nil { return proof }
        }
        throw Failure(
            .usage,
            "\(path) is no credential of the keychain",
            advice: "run 'keychainctl slot list' to see whether it has any"
        )
    }

    /// Names the ways in that cannot stay, and asks.
    private func confirm(_ proofs: [AccessProof], _ slots: [AccessSlot]) throws {
        let kept = slots.filter { slot in
            (newPasscode && slot.kind == .passcode) || proofs.contains { slot.isOpened(by: $0) }
        }
        let removed = slots.filter { slot in
            slot.kind != .device && !kept.contains(slot)
        }
        guard !removed.isEmpty else { return }
        let locked = slots.contains { ![.device, .recovery].contains($0.kind) }
        let keepsRecovery = kept.contains { $0.kind == .recovery }
        let locks = kept.contains {
            $0.kind != .recovery
                && (keepsRecovery || ![.credential, .loginPassword].contains($0.kind))
        }
        if locked, !locks {
            throw Failure(
                .usage,
                "nothing is at hand that locks the keychain: no passcode, chip or security key",
                advice: "use one of them; if all are lost, run 'keychainctl recover' with the "
                    + "recovery key first"
            )
        }
        for slot in removed {
            let what = WaysIn.explanation(slot.kind, locks: true)
            Terminal.say("To be removed: \(slot.identifier) (\(what)).")
        }
        Terminal.say(
            "Their secrets are not at hand, so they cannot get the new keys. Add them again afterwards."
        )
        let question = "Remove \(counted(removed.count, "way in", "ways in"))?"
        guard try isConfirmed || Terminal.confirm(question) else {
            throw Failure(.declined, "nothing was changed", advice: "run the command again")
        }
    }
}

extension AccessSlot {
    /// Whether a proof is the secret of this slot.
    fileprivate func isOpened(by proof: AccessProof) -> Bool {
        switch proof {
        case .device: kind == .device
        case .passcode: kind == .passcode
        case .slot(let identifier, _): self.identifier == identifier
        case .recoveryKey: kind == .recovery
        case .credential: false
        }
    }
}
