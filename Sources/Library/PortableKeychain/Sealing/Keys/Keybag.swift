internal import Crypto

/// The version of a keybag's layout (vault-format.md §5.1).
enum KeybagVersion: UInt8, Sendable {
    case first = 1
    /// Adds the presence key at the end.
    case second = 2
    /// Slots are a list, and each slot of the user whose secret proves presence contains the
    /// presence key.
    case third = 3
}

/// All wrapped keys of a keychain, as they are stored in its file (vault-format.md §5): slots that
/// open the root keys, the class keys that the roots open, and the presence key.
///
/// A keybag is not secret, because everything in it is wrapped. The device key or another slot opens
/// it as a ``KeySet``. It is a value that changes only as a whole: setting a passcode makes a new
/// keybag and starts a new epoch.
struct Keybag: Equatable, Sendable {
    let version: KeybagVersion
    /// The keychain's identifier, bound into every box.
    let keychain: [UInt8]
    /// The identifier of the device key that it was made with.
    let deviceKeyID: [UInt8]
    var slots: [KeySlot]
    var classKeys: [WrappedClassKey]
    /// The number of keys that the class that needs a passcode has had.
    var passcodeGeneration: UInt32
    /// The presence key; `nil` in a keybag of the first version.
    var presence: WrappedPresenceKey?

    private static let magic: [UInt8] = Array("PKKB".utf8)

    /// Whether a passcode opens the user's root.
    var hasPasscode: Bool { passcodeSlot != nil }

    /// Whether the keychain can be locked: the device key alone does not open the user's root.
    var canBeLocked: Bool { slots.contains { $0.kind.locks } }

    var passcodeSlot: (slot: KeySlot, hashing: PasscodeHashing)? {
        for slot in slots where slot.kind == .passcode {
            if let hashing = slot.hashing { return (slot, hashing) }
        }
        return nil
    }

    var recoverySlot: KeySlot? { slots.first { $0.kind == .recovery } }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.integer(version.rawValue)
        writer.raw(keychain)
        writer.raw(deviceKeyID)
        writer.integer(passcodeGeneration)
        writer.integer(UInt8(slots.count))
        for slot in slots { slot.encode(into: &writer) }
        writer.integer(UInt8(classKeys.count))
        for key in classKeys {
            writer.integer(key.protection.stored)
            writer.raw(key.check)
            writer.sized(key.box)
        }
        if let presence {
            writer.raw(presence.publicKey)
            if version == .second { writer.sized(presence.box) }
        }
        return writer.bytes
    }

    init(encoded: [UInt8]) throws(KeychainError) {
        guard encoded.count <= Limits.keybagLength else { throw Self.malformed }
        self = try encoded.withRawBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            let keybag = try Keybag(from: &reader)
            try reader.finish()
            return keybag
        }
    }

    init(
        version: KeybagVersion,
        keychain: [UInt8],
        deviceKeyID: [UInt8],
        slots: [KeySlot],
        classKeys: [WrappedClassKey],
        passcodeGeneration: UInt32,
        presence: WrappedPresenceKey?
    ) {
        self.version = version
        self.keychain = keychain
        self.deviceKeyID = deviceKeyID
        self.slots = slots
        self.classKeys = classKeys
        self.passcodeGeneration = passcodeGeneration
        self.presence = presence
    }

    private init(from reader: inout ByteReader) throws(KeychainError) {
        guard try reader.array(Self.magic.count) == Self.magic else { throw Self.malformed }
        let number: UInt8 = try reader.integer()
        guard number <= KeybagVersion.third.rawValue else { throw KeychainError(.newerVersion) }
        guard let version = KeybagVersion(rawValue: number) else { throw Self.malformed }
        self.version = version
        keychain = try reader.array(Limits.identifierLength)
        deviceKeyID = try reader.array(Limits.identifierLength)
        passcodeGeneration = try reader.integer()
        let slotCount = try reader.integer(UInt8.self)
        guard slotCount <= Limits.slotCount else { throw Self.malformed }
        slots = []
        for _ in 0..<slotCount { slots.append(try KeySlot(from: &reader, version)) }
        let keyCount = try reader.integer(UInt8.self)
        classKeys = []
        for _ in 0..<keyCount {
            let protection = try Protection(stored: try reader.integer())
            let check = try reader.array(Limits.identifierLength)
            let box = Array(try reader.sized())
            guard box.count == Limits.keyLength + Limits.boxOverhead else { throw Self.malformed }
            classKeys.append(WrappedClassKey(protection: protection, check: check, box: box))
        }
        guard hasKnownShape else { throw Self.malformed }
        guard version != .first else { return }
        let publicKey = try reader.array(Limits.keyLength)
        var box: [UInt8] = []
        if version == .second {
            box = Array(try reader.sized())
            guard box.count == Limits.keyLength + Limits.boxOverhead else { throw Self.malformed }
        }
        presence = WrappedPresenceKey(publicKey: publicKey, box: box)
    }

    /// Whether the slots and keys are exactly those that a writer makes.
    ///
    /// Anything else would be a second encoding of the same keys, or a back door, such as a device
    /// slot that still opens the user's root although there is a passcode.
    private var hasKnownShape: Bool {
        let expected = ProtectionClass.allCases.filter { hasPasscode || !$0.needsPasscode }.map {
            Protection($0, generation: $0.needsPasscode ? passcodeGeneration : 1)
        }
        guard classKeys.map(\.protection) == expected, let device = slots.first,
            device.kind == .device, device.grade == (canBeLocked ? .device : .user)
        else { return false }
        let others = slots.dropFirst()
        guard !others.contains(where: { $0.kind == .device }),
            zip(others, others.dropFirst()).allSatisfy({ $0.precedes($1) }),
            [.passcode, .recovery, .loginPassword].allSatisfy({ kind in
                others.count(where: { $0.kind == kind }) <= 1
            })
        else { return false }
        // Without such a slot there would be no way to read an item that requires the user's
        // presence.
        return version != .third || slots.contains(where: \.carriesPresence)
    }

    private static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The key table of the keychain is malformed. Restore a backup."
        )
    }
}

extension KeySlot {
    /// Whether it comes before another slot in a keybag: by kind, then by salt.
    func precedes(_ other: KeySlot) -> Bool {
        kind == other.kind
            ? salt.lexicographicallyPrecedes(other.salt) : kind.rawValue < other.kind.rawValue
    }
}
