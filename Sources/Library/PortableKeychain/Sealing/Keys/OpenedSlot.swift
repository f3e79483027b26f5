internal import Crypto

/// A slot of the user that a proof has opened: all keys of the keychain, and the secret that opens
/// the presence key too.
///
/// It lives as long as one operation: unlocking, a change of the slots, or a proof of presence.
struct OpenedSlot {
    /// All keys, with the user's root.
    let keys: KeySet
    let slot: KeySlot
    /// The secret of the slot, such as the hash of the passcode.
    let secret: SymmetricKey

    /// Opens a slot with its secret.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - secret: Its secret.
    ///   - keybag: The keybag of the slot.
    ///   - epoch: The epoch of the store.
    ///   - device: The device key of this machine; the recovery key opens keybags of other ones.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret.
    init(
        _ slot: KeySlot,
        _ secret: SymmetricKey,
        of keybag: Keybag,
        epoch: Int64,
        device: DeviceKey
    ) throws(KeychainError) {
        let keychain = keybag.keychain
        let binding = device.binding(keychain)
        let content: KeySlot.Content
        do throws(KeychainError) {
            content = try slot.unwrap(
                keychain: keychain,
                key: slot.keys(secret, binding: binding, keychain: keychain).slot
            )
        } catch {
            // The state authenticates the slot, so only the secret can be wrong.
            throw KeychainError(.authenticationFailed)
        }
        keys = try KeySet(
            keybag: keybag,
            epoch: epoch,
            device: device,
            binding: content.binding ?? binding,
            roots: content.roots
        )
        self.slot = slot
        self.secret = secret
    }

    /// Opens the presence key.
    ///
    /// - Returns: The key; `nil` in a keychain of the first version, and for a slot that does not
    ///   prove the user's presence.
    /// - Throws: ``KeychainError/Code/corrupt`` when it does not open.
    func presence() throws(KeychainError) -> PresenceKey? {
        guard let wrapped = keys.keybag.presence else { return nil }
        let keychain = keys.keybag.keychain
        let derived = slot.keys(secret, binding: keys.binding, keychain: keychain)
        if slot.version == .third {
            return try slot.presence(
                wrapped.publicKey,
                keychain: keychain,
                key: derived.presence
            )
        }
        guard slot.kind == .device, let root = keys.roots.user else {
            return try wrapped.unwrap(by: derived.presence, keychain: keychain)
        }
        return try wrapped.unwrap(
            by: WrappedPresenceKey.wrappingKey(root: root, keychain: keychain),
            keychain: keychain
        )
    }
}

extension KeySet {
    /// Opens a slot of the user.
    ///
    /// - Parameter proof: The secret that opens it.
    /// - Returns: The slot with all keys.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong secret,
    ///   ``KeychainError/Code/noPasscode`` for a passcode where there is none,
    ///   ``KeychainError/Code/itemNotFound`` for a slot that does not exist, and
    ///   ``KeychainError/Code/authenticationRequired`` when the device key alone is not enough.
    func opening(_ proof: AccessProof) throws(KeychainError) -> OpenedSlot {
        if case .credential(let credential) = proof { return try opening(credential) }
        let (slot, secret) = try secret(of: proof)
        return try OpenedSlot(slot, secret, of: keybag, epoch: epoch, device: device)
    }

    /// Opens the slot of a credential, which can be any of several.
    private func opening(_ credential: SecretBytes) throws(KeychainError) -> OpenedSlot {
        let secret = try SymmetricKey(slotSecret: credential)
        for slot in keybag.slots where slot.kind == .credential {
            do throws(KeychainError) {
                return try OpenedSlot(slot, secret, of: keybag, epoch: epoch, device: device)
            } catch  where error.code == .authenticationFailed {}
        }
        throw KeychainError(
            .authenticationFailed,
            reason: """
                The credential does not open this keychain. Make another one with 'keychainctl \
                credential create'.
                """
        )
    }

    /// The slot that a proof is for, and its secret; slow for a passcode, on purpose.
    private func secret(
        of proof: AccessProof
    ) throws(KeychainError) -> (slot: KeySlot, secret: SymmetricKey) {
        switch proof {
        case .device:
            guard !keybag.canBeLocked, let slot = keybag.slots.first else {
                throw KeychainError(
                    .authenticationRequired,
                    reason: """
                        The device key alone does not open this keychain. Give the passcode, or \
                        the secret of another way in.
                        """
                )
            }
            return (slot, device.key)
        case .passcode(let passcode):
            guard let (slot, hashing) = keybag.passcodeSlot else {
                throw KeychainError(.noPasscode)
            }
            return (slot, try hashing.key(passcode: passcode, salt: slot.salt))
        case .slot(let identifier, let secret):
            return (try keybag.slot(identifier), try SymmetricKey(slotSecret: secret))
        case .recoveryKey(let key):
            guard let slot = keybag.recoverySlot else { throw KeychainError.noRecoveryKey }
            return (slot, key.secret)
        case .credential: throw KeychainError(.internalError)  // It was opened before.
        }
    }
}

extension KeySet {
    /// Opens the presence key, which is not part of an unlocked keychain.
    ///
    /// - Parameter passcode: The passcode; ignored if the keychain cannot be locked.
    /// - Returns: The key; `nil` in a keychain of the first version.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode,
    ///   ``KeychainError/Code/authenticationRequired`` without one, and where only another slot
    ///   proves the user's presence.
    func presence(passcode: SecretBytes?) throws(KeychainError) -> PresenceKey? {
        guard keybag.canBeLocked else { return try opening(.device).presence() }
        guard keybag.presence != nil else { return nil }
        guard let passcode, keybag.hasPasscode else {
            throw KeychainError(.authenticationRequired)
        }
        return try opening(.passcode(passcode)).presence()
    }
}

extension Keybag {
    /// The slot of an identifier, other than that of the device key.
    ///
    /// - Throws: ``KeychainError/Code/itemNotFound`` when there is none.
    func slot(_ identifier: String) throws(KeychainError) -> KeySlot {
        let found = slots.first { slot in
            slot.kind != .device && slot.description.identifier == identifier
        }
        guard let found else {
            throw KeychainError(
                .itemNotFound,
                reason: "The keychain has no way in with this identifier. Check the list of its "
                    + "ways in."
            )
        }
        return found
    }
}

extension RecoveryKey {
    /// Makes a random key.
    init(_ entropy: KeychainEntropy) {
        self.init(bytes: SecretBytes(count: Self.length) { entropy.fill($0) })
    }

    /// The secret of the slot (vault-format.md §5.2).
    var secret: SymmetricKey {
        HKDFKeys.derive(
            SymmetricKey(bytes),
            salt: SymmetricKey(data: [UInt8]()),
            info: Array(Labels.recoveryKey.utf8)
        )
    }
}

extension SymmetricKey {
    /// The secret of a slot that a program brings.
    ///
    /// - Throws: ``KeychainError/Code/invalidParameter`` unless it has 32 bytes.
    init(slotSecret secret: SecretBytes) throws(KeychainError) {
        guard secret.count == Limits.keyLength else {
            throw KeychainError(
                .invalidParameter,
                reason: "The secret of a way in must have \(Limits.keyLength) bytes."
            )
        }
        self.init(secret)
    }
}

extension KeychainError {
    /// The error of a recovery where there is no recovery key.
    static var noRecoveryKey: KeychainError {
        KeychainError(
            .notAvailable,
            reason: """
                This keychain has no recovery key. Make one while you can still open it; without \
                one, restore a backup.
                """
        )
    }
}
