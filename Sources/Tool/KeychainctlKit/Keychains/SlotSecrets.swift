@_spi(Keepers) package import PortableKeychain

/// Obtains the secrets of a keychain's slots: from its user, from the machine's chip, and from
/// security keys.
package struct SlotSecrets {
    private let keychain: Keychain
    private let slots: [AccessSlot]

    /// Looks at the slots of a keychain.
    package init(_ keychain: Keychain) throws(KeychainError) {
        self.keychain = keychain
        slots = try keychain.access.slots()
    }

    /// The secret of a chip's slot.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - token: The chip.
    ///   - pin: The PIN, if the slot has one.
    /// - Returns: `nil` if another chip has it, as on another machine with the same keychain.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong PIN, and any other refusal
    ///   of the chip.
    package static func unseal(
        _ slot: AccessSlot,
        _ token: any SecurityToken,
        _ pin: SecretBytes?
    ) throws(KeychainError) -> SecretBytes? {
        let outcome = Result { () throws(KeychainError) in
            try token.unseal(slot.parameters, pin: pin)
        }
        if case .failure(let error) = outcome, error.code == .corrupt { return nil }
        return try outcome.get()
    }

    /// The proof that opens the keychain and shows that its user is present, without a passcode:
    /// the chip, its PIN, a touch, or the recovery key, whichever is available first.
    ///
    /// - Parameter source: The source of PIN and recovery key. On a terminal, no entry means that
    ///   the next way is tried.
    /// - Returns: The proof.
    /// - Throws: ``Failure`` if there is nothing to ask for.
    package func proof(from source: inout PasscodeSource) throws -> AccessProof {
        if let proof = try chip(from: &source, asksPIN: true).first { return proof }
        for slot in slots(.securityKey) {
            if let proof = try touch(slot, &source) { return proof }
        }
        guard !slots(.recovery).isEmpty else {
            throw Failure(
                .usage,
                "nothing is at hand that opens the keychain and proves that you are present",
                advice:
                    "connect its security key, or use the machine whose chip opens it; 'keychainctl "
                    + "slot list' lists the ways in"
            )
        }
        return .recoveryKey(try WaysIn.recoveryKey(from: &source))
    }

    /// The secrets of this machine's chip.
    ///
    /// - Parameters:
    ///   - source: The source of the PIN; no entry on a terminal leaves out slots that have one.
    ///   - asksPIN: Whether the PIN is asked for.
    /// - Returns: One proof for each slot that this chip opens.
    /// - Throws: Any error of asking the user, or the chip's refusal, such as a wrong PIN.
    package func chip(
        from source: inout PasscodeSource,
        asksPIN: Bool
    ) throws -> [AccessProof] {
        guard let token = Keychain.Configuration.tool.token else { return [] }
        func atHand(_ kind: AccessSlot.Kind) -> [AccessSlot] {
            slots(kind).filter { WaysIn.isAtHand($0, token) }
        }
        var proofs = try atHand(.token).compactMap { slot throws(KeychainError) in
            try Self.unseal(slot, token, nil).map { AccessProof.slot(slot.identifier, secret: $0) }
        }
        let guarded = atHand(.tokenWithPIN)
        guard asksPIN, !guarded.isEmpty, proofs.isEmpty || source.isTerminal,
            let pin = try source.optional(asking: "PIN of the chip (no entry: without it): ")
        else { return proofs }
        proofs += try guarded.compactMap { slot throws(KeychainError) in
            try Self.unseal(slot, token, pin).map { AccessProof.slot(slot.identifier, secret: $0) }
        }
        return proofs
    }

    /// The secret of a security key, by its touch.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - source: The source of a PIN of the security key.
    /// - Returns: `nil` if the security key is not connected.
    /// - Throws: Any error of asking the user, or the reason why the security key refuses.
    package func touch(
        _ slot: AccessSlot,
        _ source: inout PasscodeSource
    ) throws -> AccessProof? {
        let input = InputAuthenticator(taking: source)
        let user = SecurityKeyTouch(inCommand: input)
        let proof = try user.touch(slot, ofConnected: keychain.path)
        source = input.rest ?? source
        return proof
    }

    /// The slots of a kind.
    package func slots(_ kind: AccessSlot.Kind) -> [AccessSlot] { slots.filter { $0.kind == kind } }
}
