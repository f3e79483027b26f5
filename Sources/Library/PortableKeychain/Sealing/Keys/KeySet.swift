internal import Crypto

/// The keys that are open at one moment: the device's root, the user's root after an unlock, the
/// class keys that they open, and the keys of tokens and digests.
///
/// It is made from a ``Keybag`` by the device key or another slot (``KeySet/opening(_:)``). It is immutable: locking and
/// unlocking replace the set of the ``Vault``, so a request that has started keeps consistent keys.
/// A class, because every row of a search refers to it. It does not contain the presence key, which
/// opens only with a proof (``OpenedSlot/presence()``).
final class KeySet: Sendable {
    /// The epoch of the store for which it was made; in another epoch, the keybag may differ or the
    /// keychain may be locked.
    let epoch: Int64
    let keybag: Keybag
    let tokens: LookupTokens
    /// Gone with this set, and so with a lock.
    let reads = ReadCache()
    let digests: DigestKeys
    /// The first bytes of the contexts of rows.
    let metadataContext: [UInt8]
    let secretContext: [UInt8]
    let device: DeviceKey
    /// The keychain's binding to the device key.
    let binding: SymmetricKey
    let roots: RootKeys
    /// Indexed by class number; `nil` if a class is locked or has no key.
    private let classes: [ClassKeys?]
    /// Whether the keychain can be locked according to the keybag, without a copy of that for each
    /// request.
    let canBeLocked: Bool
    /// Whether the classes that need an unlocked keychain are open.
    let isUnlocked: Bool
    /// Whether the classes that need a first unlock are open.
    let isPastFirstUnlock: Bool

    /// Opens the keys that the device key opens.
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
            throw KeychainError(
                .corrupt,
                reason: "The device slot of the key table is missing. Restore a backup."
            )
        }
        let keychain = keybag.keychain
        let opened = try slot.unwrap(
            keychain: keychain,
            key: slot.keys(device.key, binding: nil, keychain: keychain).slot
        )
        try self.init(
            keybag: keybag,
            epoch: epoch,
            device: device,
            binding: device.binding(keychain),
            roots: opened.roots
        )
    }

    /// Opens the class keys of roots that a slot has opened.
    ///
    /// - Parameters:
    ///   - keybag: The keybag.
    ///   - epoch: The epoch of the store.
    ///   - device: The device key that wraps future keybags: the one of this machine.
    ///   - binding: The binding to the device key that the keybag was made with.
    ///   - roots: The roots.
    /// - Throws: ``KeychainError/Code/corrupt`` when a class key does not open.
    convenience init(
        keybag: Keybag,
        epoch: Int64,
        device: DeviceKey,
        binding: SymmetricKey,
        roots: RootKeys
    ) throws(KeychainError) {
        var classes: [ClassKeys?] = Array(repeating: nil, count: Self.places)
        for wrapped in keybag.classKeys {
            let keyClass = wrapped.protection.keyClass
            guard keyClass.grade == .device || roots.user != nil else { continue }
            classes[Int(keyClass.rawValue)] = try wrapped.unwrap(
                roots: roots,
                binding: keybag.version == .third ? binding : device.key,
                keychain: keybag.keychain
            )
        }
        self.init(
            keybag: keybag,
            epoch: epoch,
            device: device,
            binding: binding,
            roots: roots,
            classes: classes,
            tokens: try LookupTokens(root: roots.device),
            digests: DigestKeys(root: roots.device)
        )
    }

    private init(
        keybag: Keybag,
        epoch: Int64,
        device: DeviceKey,
        binding: SymmetricKey,
        roots: RootKeys,
        classes: [ClassKeys?],
        tokens: LookupTokens,
        digests: DigestKeys
    ) {
        self.epoch = epoch
        self.keybag = keybag
        self.device = device
        self.binding = binding
        self.roots = roots
        self.classes = classes
        self.tokens = tokens
        self.digests = digests
        canBeLocked = keybag.canBeLocked
        metadataContext = Array(Labels.metadata.utf8) + keybag.keychain
        secretContext = Array(Labels.secret.utf8) + keybag.keychain
        let open = Set(classes.compactMap { $0?.protection.keyClass.availability })
        isUnlocked = open.contains(.whenUnlocked)
        isPastFirstUnlock = open.contains(.afterFirstUnlock)
    }

    private static let places = 13

    /// All class keys that are open.
    var openClassKeys: [ClassKeys] { classes.compactMap { $0 } }

    func classKeys(_ keyClass: ProtectionClass) -> ClassKeys? { classes[Int(keyClass.rawValue)] }

    /// Whether the rows of a protection can be opened, are locked, or lost their key with a
    /// passcode.
    enum Availability { case open(ClassKeys), locked, destroyed }

    func availability(_ protection: Protection) throws(KeychainError) -> Availability {
        if let keys = classKeys(protection.keyClass), keys.protection == protection {
            return .open(keys)
        }
        if keybag.classKeys.contains(where: { $0.protection == protection }) { return .locked }
        guard protection.keyClass.needsPasscode, protection.generation <= keybag.passcodeGeneration
        else {
            throw KeychainError(
                .corrupt,
                reason: "An item refers to a key that never existed. Restore a backup."
            )
        }
        return .destroyed
    }

    /// The keys that seal new items of a class.
    ///
    /// - Throws: ``KeychainError/Code/notAvailable`` when the class needs a passcode but none is
    ///   set, ``KeychainError/Code/locked`` when it is locked.
    func sealingKeys(_ keyClass: ProtectionClass) throws(KeychainError) -> ClassKeys {
        if let keys = classKeys(keyClass) { return keys }
        guard keybag.classKeys.contains(where: { $0.protection.keyClass == keyClass }) else {
            throw KeychainError(
                .notAvailable,
                reason: """
                    This item can be stored only while the keychain has a passcode. Set one first.
                    """
            )
        }
        throw KeychainError(.locked)
    }

    /// The open class keys of one availability, to be shared between the user's processes.
    func shareable(_ availability: ProtectionClass.Availability) -> [ClassKeys] {
        openClassKeys.filter { $0.protection.keyClass.availability == availability }
    }

    /// The same set with more class keys, which another process or an earlier set has opened.
    ///
    /// Keys that do not match the keybag are ignored.
    func adding(_ keys: [ClassKeys]) -> KeySet {
        var classes = classes
        for key in keys
        where keybag.classKeys.contains(where: {
            $0.protection == key.protection && $0.check == key.check(keybag.keychain)
        }) {
            classes[Int(key.protection.keyClass.rawValue)] = key
        }
        return with(classes, roots, epoch)
    }

    /// The same set in another epoch with the same keybag.
    func inEpoch(_ epoch: Int64) -> KeySet { with(classes, roots, epoch) }

    /// The same set without the keys that need an unlocked keychain, and without the user's root.
    func locking() -> KeySet {
        let classes = classes.map { keys in
            keys?.protection.keyClass.availability == .whenUnlocked ? nil : keys
        }
        return with(classes, RootKeys(device: roots.device, user: nil), epoch)
    }

    private func with(_ classes: [ClassKeys?], _ roots: RootKeys, _ epoch: Int64) -> KeySet {
        KeySet(
            keybag: keybag,
            epoch: epoch,
            device: device,
            binding: binding,
            roots: roots,
            classes: classes,
            tokens: tokens,
            digests: digests
        )
    }
}
