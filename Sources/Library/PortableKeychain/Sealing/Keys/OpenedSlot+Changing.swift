internal import Crypto

/// The keybag that a change of the slots leads to (vault-format.md §5.4).
extension OpenedSlot {
    /// Makes a keybag of the present version with other slots.
    ///
    /// - Parameters:
    ///   - change: The change to make; `nil` for a change of the version only.
    ///   - hashing: The cost of a new passcode.
    ///   - recovery: The recovery key, which stays valid if the user's root changes; `nil` if it is
    ///     not available.
    ///   - entropy: The source of keys, salts and nonces.
    /// - Returns: The keybag, and the class keys that it wraps.
    /// - Throws: ``KeychainError/Code/authenticationRequired`` when the opened slot does not prove
    ///   the user's presence, or the recovery key is needed; ``KeychainError/Code/invalidParameter``
    ///   and ``KeychainError/Code/notAvailable`` for slots that cannot be.
    func changed(
        _ change: AccessChange?,
        hashing: PasscodeHashing,
        keeping recovery: RecoveryKey?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (keybag: Keybag, classKeys: [ClassKeys]) {
        var (kept, new) = try slots(change, hashing, entropy)
        var roots = keys.roots
        let locks = kept.contains { $0.kind.locks } || new.contains { $0.kind.locks }
        if locks, !keys.keybag.canBeLocked {
            // Old copies of the file have a device slot that opens the present root.
            roots = RootKeys(device: roots.device, user: .random(entropy))
            new += try rewrapping(kept, recovery, entropy)
            kept = []
        }
        return try keybag(roots, kept, new, entropy)
    }

    /// Makes a keybag after the recovery key has opened the keychain: every other way in is lost,
    /// or may be known to another person, so it is removed.
    ///
    /// - Parameters:
    ///   - passcode: The new passcode with its cost, or `nil` for none.
    ///   - entropy: The source of keys, salts and nonces.
    /// - Returns: The keybag for the device key of this machine, and the class keys that it wraps.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a passcode that is too long.
    func recovered(
        passcode: (SecretBytes, PasscodeHashing)?,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (keybag: Keybag, classKeys: [ClassKeys]) {
        var new = [NewKeySlot(.recovery, entropy, secret)]
        if let (passcode, hashing) = passcode {
            new.append(try .passcode(passcode, hashing, entropy))
        }
        let roots = RootKeys(device: keys.roots.device, user: .random(entropy))
        return try keybag(roots, [], new, entropy)
    }

    private func keybag(
        _ roots: RootKeys,
        _ kept: [KeySlot],
        _ new: [NewKeySlot],
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> (keybag: Keybag, classKeys: [ClassKeys]) {
        let before = keys.keybag
        var generation = before.passcodeGeneration
        var classKeys = keys.openClassKeys
        if !(kept.map(\.kind) + new.map(\.kind)).contains(.passcode) {
            classKeys.removeAll { $0.protection.keyClass.needsPasscode }
        } else if !before.hasPasscode {
            generation += 1
            classKeys.append(
                ClassKeys(
                    Protection(.whenPasscodeSetThisDeviceOnly, generation: generation),
                    master: .random(entropy)
                )
            )
        }
        let made = try Keybag.make(
            keychain: before.keychain,
            device: keys.device,
            roots: roots,
            keys: classKeys,
            presence: try provenPresence(entropy),
            kept: kept,
            new: new,
            passcodeGeneration: generation,
            entropy: entropy
        )
        return (made, classKeys)
    }

    /// The presence key; a keychain of the first version gets one now.
    private func provenPresence(_ entropy: KeychainEntropy) throws(KeychainError) -> PresenceKey {
        guard keys.keybag.presence != nil else { return try .random(entropy) }
        guard let presence = try presence() else {
            throw KeychainError(
                .authenticationRequired,
                reason: """
                    A credential or a login password does not prove that its user is present, so \
                    it cannot change the ways into a keychain. Give the passcode or the recovery \
                    key.
                    """
            )
        }
        return presence
    }

    /// The slots that stay as they are, and those that are to be wrapped.
    private func slots(
        _ change: AccessChange?,
        _ hashing: PasscodeHashing,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> (kept: [KeySlot], new: [NewKeySlot]) {
        var kept = keys.keybag.slots.filter { $0.kind != .device }
        var new: [NewKeySlot] = []
        switch change {
        case nil: break
        case .passcode(let passcode):
            kept.removeAll { $0.kind == .passcode }
            if let passcode { new = [try .passcode(passcode, hashing, entropy)] }
        case .add(let slot):
            if slot.kind == .loginPassword { kept.removeAll { $0.kind == slot.kind } }
            new = [try NewKeySlot(slot, entropy)]
        case .recoveryKey(let key):
            kept.removeAll { $0.kind == .recovery }
            new = [NewKeySlot(key, entropy)]
        case .remove(let identifier):
            let slot = try keys.keybag.slot(identifier)
            kept.removeAll { $0 == slot }
        }
        // Before the third version, the only other slot is that of the passcode, which is open.
        for slot in kept where slot.version != .third {
            new.append(
                NewKeySlot(
                    slot.kind,
                    salt: slot.salt,
                    parameters: slot.parameters,
                    secret: secret
                )
            )
        }
        return (kept.filter { $0.version == .third }, new)
    }

    /// Slots that are wrapped again around a new root, which takes their secrets.
    ///
    /// Where nothing has locked the keychain so far, only the recovery key can have a slot.
    private func rewrapping(
        _ kept: [KeySlot],
        _ recovery: RecoveryKey?,
        _ entropy: KeychainEntropy
    ) throws(KeychainError) -> [NewKeySlot] {
        guard kept.contains(where: { $0.kind == .recovery }) else { return [] }
        if slot.kind == .recovery { return [NewKeySlot(.recovery, entropy, secret)] }
        guard let recovery else {
            throw KeychainError(
                .authenticationRequired,
                reason: """
                    The recovery key is needed too, because the keys that it opens change. Give \
                    it, or remove it first and make a new one afterwards.
                    """
            )
        }
        _ = try keys.opening(.recoveryKey(recovery))
        return [NewKeySlot(recovery, entropy)]
    }
}

extension NewKeySlot {
    init(_ kind: AccessSlot.Kind, _ entropy: KeychainEntropy, _ secret: SymmetricKey) {
        self.init(kind, salt: entropy.bytes(Limits.saltLength), secret: secret)
    }

    /// The slot of a recovery key.
    init(_ key: RecoveryKey, _ entropy: KeychainEntropy) {
        self.init(.recovery, entropy, key.secret)
    }

    /// A slot that a program brings.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` when it breaks a rule of its kind.
    init(_ slot: NewAccessSlot, _ entropy: KeychainEntropy) throws(KeychainError) {
        guard slot.kind.comesFromOutside,
            (try? KeySlot.check(slot.parameters, slot.kind)) != nil,
            slot.salt.map({ $0.count == Limits.saltLength }) ?? true
        else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    This way in cannot be added. Choose a token, a security key, a credential or a \
                    login password; a salt of \(Limits.saltLength) bytes; and parameters of at \
                    most \(Limits.slotParametersLength) bytes, none for a credential, and the cost \
                    of hashing for a login password.
                    """
            )
        }
        self.init(
            slot.kind,
            salt: slot.salt ?? entropy.bytes(Limits.saltLength),
            parameters: slot.parameters,
            secret: try SymmetricKey(slotSecret: slot.secret)
        )
    }
}
