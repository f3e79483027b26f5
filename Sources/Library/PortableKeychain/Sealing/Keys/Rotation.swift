internal import Crypto

/// The keys before and after a rotation, with which one payload after the other changes its seals.
struct Rotation {
    /// All keys before it, opened.
    let old: KeySet
    /// All keys after it.
    let new: KeySet
    /// The presence key before it; `nil` in a keychain of the first version.
    let presence: PresenceKey?
    /// The slots whose secret was not presented, and which are gone.
    let removedSlots: [AccessSlot]
    let entropy: KeychainEntropy

    /// An envelope for the new keys.
    ///
    /// - Parameters:
    ///   - envelope: The envelope as it is stored.
    ///   - needs: The proofs that opening it requires.
    ///   - identifier: The identifier of the item.
    ///   - classCode: The class of the item.
    /// - Returns: The payload in a new envelope, or if it needs a password, the same envelope in
    ///   another one (``Envelope/carry(_:_:from:presence:to:_:entropy:)``).
    /// - Throws: ``KeychainError/Code/corrupt`` for an envelope that does not open.
    func envelope(
        _ envelope: SecretBytes,
        _ needs: Envelope.Needs,
        of identifier: [UInt8],
        _ classCode: ClassCode
    ) throws(KeychainError) -> SecretBytes {
        var place = Envelope.Place(
            keychain: old.keybag.keychain,
            identifier: identifier,
            classCode: classCode
        )
        let keychain = new.keybag.keychain
        let encapsulation =
            try needs.contains(.presence)
            ? new.keybag.presence.map { wrapped throws(KeychainError) in
                try PresenceKey.encapsulate(for: wrapped.publicKey, keychain: keychain)
            } : nil
        guard needs == .presence else {
            return try Envelope.carry(
                envelope,
                needs,
                from: place,
                presence: presence,
                to: keychain,
                encapsulation,
                entropy: entropy
            )
        }
        let proofs = Envelope.Proofs(presence: presence)
        let payload = try Envelope.open(envelope, needs, at: place, with: proofs)
        place.keychain = keychain
        return try Envelope.seal(
            payload,
            needs,
            at: place,
            presence: encapsulation,
            password: nil,
            entropy: entropy
        )
    }
}

extension KeySet {
    /// Makes new keys for all classes, other roots, another presence key, and slots for the secrets
    /// that are presented, for the keychain's next identifier (vault-format.md §15).
    ///
    /// - Parameters:
    ///   - proofs: The secrets that open the keychain now. Only their slots stay.
    ///   - passcode: The passcode from now on; `nil` to keep the one among the proofs.
    ///   - hashing: The cost of the passcode from now on.
    ///   - entropy: The source of keys and salts.
    /// - Returns: The keys before and after the rotation.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/authenticationRequired`` when no proof is one of the user's presence,
    ///   or the passcode would be lost.
    func rotation(
        _ proofs: [AccessProof],
        passcode: SecretBytes?,
        _ hashing: PasscodeHashing,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> Rotation {
        guard keybag.hasPasscode || passcode == nil else { throw KeychainError(.noPasscode) }
        let opened = try (proofs.isEmpty ? [.device] : proofs).map {
            proof throws(KeychainError) in try opening(proof)
        }
        guard let first = opened.first else { throw KeychainError(.internalError) }
        var presence: PresenceKey?
        for slot in opened where presence == nil { presence = try slot.presence() }
        guard presence != nil || keybag.presence == nil else { throw Rotation.lacksProof }
        var slots = opened.filter { ![.device, .passcode].contains($0.slot.kind) }.map {
            $0.renewed(entropy)
        }
        if let passcode = passcode ?? Rotation.passcode(proofs) {
            slots.append(try .passcode(passcode, hashing, entropy))
        }
        // Its items would be destroyed, or the device key alone would open everything.
        let locks = slots.contains { $0.kind.locks }
        guard locks || !keybag.canBeLocked,
            !keybag.hasPasscode || slots.contains(where: { $0.kind == .passcode })
        else { throw Rotation.lacksProof }
        let roots = RootKeys(device: .random(entropy), user: .random(entropy))
        let keychain = device.successor(of: keybag.keychain)
        let new = try Keybag.make(
            keychain: keychain,
            device: device,
            roots: roots,
            keys: keybag.classKeys.map { ClassKeys($0.protection, master: .random(entropy)) },
            presence: .random(entropy),
            new: slots,
            passcodeGeneration: keybag.passcodeGeneration,
            entropy: entropy
        )
        let kinds = Set(slots.map(\.kind) + [.device])
        let salts = Set(opened.map(\.slot.salt))
        return Rotation(
            old: first.keys,
            new: try KeySet(
                keybag: new,
                epoch: epoch,
                device: device,
                binding: device.binding(keychain),
                roots: roots
            ),
            presence: presence,
            removedSlots: keybag.slots.filter { slot in
                // Of these there is at most one.
                let isKept = [.device, .passcode].contains(slot.kind) && kinds.contains(slot.kind)
                return !isKept && !salts.contains(slot.salt)
            }.map(\.description),
            entropy: entropy
        )
    }
}

extension OpenedSlot {
    /// The same slot for new roots.
    ///
    /// It keeps its salt, because the secret may depend on it.
    fileprivate func renewed(_ entropy: KeychainEntropy) -> NewKeySlot {
        NewKeySlot(
            slot.kind,
            salt: slot.kind == .recovery ? entropy.bytes(Limits.saltLength) : slot.salt,
            parameters: slot.parameters,
            secret: secret
        )
    }
}

extension Rotation {
    /// The passcode among some proofs.
    fileprivate static func passcode(_ proofs: [AccessProof]) -> SecretBytes? {
        for case .passcode(let passcode) in proofs { return passcode }
        return nil
    }

    fileprivate static var lacksProof: KeychainError {
        KeychainError(
            .authenticationRequired,
            reason: """
                All keys change, so the passcode is needed, or a new one, and something that \
                proves the user's presence. Give the passcode.
                """
        )
    }
}
