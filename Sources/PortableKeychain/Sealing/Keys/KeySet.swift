internal import Crypto

/// The keys that are open at one moment.
///
/// Immutable: locking replaces it. Only unlocking makes one; whoever holds it can read what its classes protect.
final class KeySet: Sendable {
    /// The epoch of the store this was made at; another epoch means other slots or a lock.
    let epoch: Int64
    let keybag: Keybag
    let tokens: LookupTokens
    let digests: DigestKeys
    /// What the contexts of rows begin with.
    let metadataContext: [UInt8]
    let secretContext: [UInt8]
    private let device: DeviceKey
    private let roots: RootKeys
    /// Indexed by class number; `nil` where a class is locked or has no key.
    private let classes: [ClassKeys?]
    /// Whether the classes that need an unlocked keychain, or a first unlock, are open.
    let isUnlocked: Bool
    let isPastFirstUnlock: Bool

    /// Opens what the device key alone opens.
    ///
    /// - Throws: ``KeychainError/Code/wrongDeviceKey`` for another device's keychain.
    convenience init(
        keybag: Keybag,
        epoch: Int64,
        device: DeviceKey
    ) throws(KeychainError) {
        guard keybag.deviceKeyID == device.identifier else {
            throw KeychainError(.wrongDeviceKey)
        }
        guard let slot = keybag.slots.first(where: { $0.kind == .device }) else {
            throw KeychainError(.corrupt, reason: "A device slot is missing.")
        }
        let opened = try slot.unwrap(
            keychain: keybag.keychain,
            keyEncryptionKey: KeySlot.deviceKeyEncryptionKey(
                device.key,
                salt: slot.salt,
                keychain: keybag.keychain
            )
        )
        try self.init(keybag: keybag, epoch: epoch, device: device, roots: opened)
    }

    /// Opens everything with a passcode.
    ///
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    static func unlock(
        _ keybag: Keybag,
        epoch: Int64,
        device: DeviceKey,
        passcode: SecretBytes
    ) throws(KeychainError) -> KeySet {
        guard let (slot, hashing) = keybag.passcodeSlot else { throw KeychainError(.noPasscode) }
        let key = try KeySlot.passcodeKeys(
            passcode,
            hashing,
            salt: slot.salt,
            keychain: keybag.keychain
        ).slot
        let roots: RootKeys
        do throws(KeychainError) {
            roots = try slot.unwrap(keychain: keybag.keychain, keyEncryptionKey: key)
        } catch {
            // The slot itself is authenticated by the state, so only the passcode can be wrong.
            throw KeychainError(.authenticationFailed)
        }
        return try KeySet(keybag: keybag, epoch: epoch, device: device, roots: roots)
    }

    private convenience init(
        keybag: Keybag,
        epoch: Int64,
        device: DeviceKey,
        roots: RootKeys
    ) throws(KeychainError) {
        var classes: [ClassKeys?] = Array(repeating: nil, count: Self.places)
        for wrapped in keybag.classKeys {
            let keyClass = wrapped.protection.keyClass
            guard keyClass.grade == .device || roots.user != nil else { continue }
            classes[Int(keyClass.rawValue)] = try wrapped.unwrap(
                roots: roots,
                device: device.key,
                keychain: keybag.keychain
            )
        }
        self.init(
            keybag: keybag,
            epoch: epoch,
            device: device,
            roots: roots,
            classes: classes,
            tokens: LookupTokens(root: roots.device),
            digests: DigestKeys(root: roots.device)
        )
    }

    private init(
        keybag: Keybag,
        epoch: Int64,
        device: DeviceKey,
        roots: RootKeys,
        classes: [ClassKeys?],
        tokens: LookupTokens,
        digests: DigestKeys
    ) {
        self.epoch = epoch
        self.keybag = keybag
        self.device = device
        self.roots = roots
        self.classes = classes
        self.tokens = tokens
        self.digests = digests
        metadataContext = Array(Labels.metadata.utf8) + keybag.keychain
        secretContext = Array(Labels.secret.utf8) + keybag.keychain
        let open = Set(classes.compactMap { $0?.protection.keyClass.availability })
        isUnlocked = open.contains(.whenUnlocked)
        isPastFirstUnlock = open.contains(.afterFirstUnlock)
    }

    private static let places = 13

    /// Whether the user's root is open, as it is without a passcode or right after one was given.
    var holdsUserRoot: Bool { roots.user != nil }

    fileprivate var userRoot: SymmetricKey? { roots.user }

    func classKeys(_ keyClass: ProtectionClass) -> ClassKeys? { classes[Int(keyClass.rawValue)] }

    /// What can be done with a row under a protection.
    enum Availability { case open(ClassKeys), locked, destroyed }

    func availability(_ protection: Protection) throws(KeychainError) -> Availability {
        if let keys = classKeys(protection.keyClass), keys.protection == protection {
            return .open(keys)
        }
        if keybag.classKeys.contains(where: { $0.protection == protection }) { return .locked }
        guard protection.keyClass.needsPasscode, protection.generation <= keybag.passcodeGeneration
        else {
            throw KeychainError(.corrupt, reason: "A row names a key that never existed.")
        }
        return .destroyed
    }

    /// The protection that a new item of a class gets.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` when the class needs a passcode and none is
    ///   set, ``KeychainError/Code/locked`` when it is locked.
    func sealingKeys(_ keyClass: ProtectionClass) throws(KeychainError) -> ClassKeys {
        if let keys = classKeys(keyClass) { return keys }
        guard keybag.classKeys.contains(where: { $0.protection.keyClass == keyClass }) else {
            throw KeychainError(
                .notAvailable,
                reason: "Items that need a passcode cannot be added without one."
            )
        }
        throw KeychainError(.locked)
    }

    /// The keys that are shared between a user's processes, by how long they stay.
    func shareable(_ availability: ProtectionClass.Availability) -> [ClassKeys] {
        classes.compactMap { $0 }.filter { $0.protection.keyClass.availability == availability }
    }

    /// The same set with keys that were opened elsewhere: by another process, or before a lock.
    func adding(_ keys: [ClassKeys]) -> KeySet {
        var classes = classes
        for key in keys
        where keybag.classKeys.contains(where: {
            $0.protection == key.protection && $0.check == key.check(keybag.keychain)
        }) {
            classes[Int(key.protection.keyClass.rawValue)] = key
        }
        return with(classes, roots)
    }

    /// The same set without the keys that live only while unlocked, and without the user's root.
    func locking() -> KeySet {
        let classes = classes.map { keys in
            keys?.protection.keyClass.availability == .whenUnlocked ? nil : keys
        }
        return with(classes, RootKeys(device: roots.device, user: nil))
    }

    private func with(_ classes: [ClassKeys?], _ roots: RootKeys) -> KeySet {
        KeySet(
            keybag: keybag,
            epoch: epoch,
            device: device,
            roots: roots,
            classes: classes,
            tokens: tokens,
            digests: digests
        )
    }

    /// A keybag in which the user's root is new and behind a passcode, or behind the device alone.
    ///
    /// - Parameters:
    ///   - passcode: The new passcode with its cost, or `nil` for none.
    ///   - presence: The key of the user's presence.
    ///   - entropy: Where the new root and salts come from.
    /// - Returns: The keybag, and the class keys that it wraps.
    /// - Throws: ``KeychainError/Code/locked`` when the user's root is not open.
    func rewrapped(
        passcode: (SecretBytes, PasscodeHashing)?,
        presence: PresenceKey,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (Keybag, [ClassKeys]) {
        guard holdsUserRoot else { throw KeychainError(.locked) }
        var generation = keybag.passcodeGeneration
        var keys = classes.compactMap { $0 }
        if passcode == nil {
            keys.removeAll { $0.protection.keyClass.needsPasscode }
        } else if !keybag.hasPasscode {
            generation += 1
            keys.append(
                ClassKeys(
                    Protection(.whenPasscodeSetThisDeviceOnly, generation: generation),
                    master: SymmetricKey.random(entropy)
                )
            )
        }
        let rewrapped = try Keybag.make(
            keychain: keybag.keychain,
            device: device,
            roots: RootKeys(device: roots.device, user: .random(entropy)),
            keys: keys,
            presence: presence,
            passcode: passcode,
            passcodeGeneration: generation,
            entropy: entropy
        )
        return (rewrapped, keys)
    }
}

extension KeySet {
    /// Opens the key of the user's presence, which an unlocked keychain does not hold.
    ///
    /// - Parameter passcode: The passcode; not looked at while none is set.
    /// - Returns: The key; `nil` in a keychain of the first version.
    /// - Throws: ``KeychainError/Code/authenticationFailed`` for a wrong passcode.
    func presence(passcode: SecretBytes?) throws(KeychainError) -> PresenceKey? {
        guard let wrapped = keybag.presence else { return nil }
        guard let (slot, hashing) = keybag.passcodeSlot else {
            guard let root = userRoot else { throw KeychainError(.locked) }
            return try wrapped.unwrap(
                by: WrappedPresenceKey.wrappingKey(root: root, keychain: keybag.keychain),
                keychain: keybag.keychain
            )
        }
        guard let passcode else { throw KeychainError(.authenticationRequired) }
        let key = try KeySlot.passcodeKeys(
            passcode,
            hashing,
            salt: slot.salt,
            keychain: keybag.keychain
        ).presence
        do throws(KeychainError) {
            return try wrapped.unwrap(by: key, keychain: keybag.keychain)
        } catch {
            throw KeychainError(.authenticationFailed)
        }
    }
}
