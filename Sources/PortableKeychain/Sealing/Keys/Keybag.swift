internal import Crypto

/// All wrapped keys of a keychain, as they are stored in its file (vault-format.md §5): slots that
/// open the root keys, the class keys that the roots open, and the presence key.
///
/// A keybag is not secret, because everything in it is wrapped. The device key or a passcode opens
/// it as a ``KeySet``. It is a value that changes only as a whole: setting a passcode makes a new
/// keybag and starts a new epoch.
struct Keybag: Equatable, Sendable {
    /// The keychain's identifier, bound into every box.
    let keychain: [UInt8]
    /// The identifier of the device key that it was made with.
    let deviceKeyID: [UInt8]
    var slots: [KeySlot]
    var classKeys: [WrappedClassKey]
    /// The number of keys that the class that needs a passcode has had.
    var passcodeGeneration: UInt32
    /// The presence key; `nil` in a keychain of the first version.
    var presence: WrappedPresenceKey?

    private static let magic: [UInt8] = Array("PKKB".utf8)
    /// The second version adds the presence key at the end.
    private static let version: UInt8 = 2

    /// Whether the user's root is wrapped by a passcode.
    var hasPasscode: Bool { passcodeSlot != nil }

    var passcodeSlot: (slot: KeySlot, hashing: PasscodeHashing)? {
        for slot in slots {
            if case .passcode(let hashing) = slot.kind { return (slot, hashing) }
        }
        return nil
    }

    func encoded() -> [UInt8] {
        var writer = ByteWriter()
        writer.raw(Self.magic)
        writer.integer(presence == nil ? UInt8(1) : Self.version)
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
            writer.sized(presence.box)
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
        keychain: [UInt8],
        deviceKeyID: [UInt8],
        slots: [KeySlot],
        classKeys: [WrappedClassKey],
        passcodeGeneration: UInt32,
        presence: WrappedPresenceKey? = nil
    ) {
        self.keychain = keychain
        self.deviceKeyID = deviceKeyID
        self.slots = slots
        self.classKeys = classKeys
        self.passcodeGeneration = passcodeGeneration
        self.presence = presence
    }

    private init(from reader: inout ByteReader) throws(KeychainError) {
        guard try reader.array(Self.magic.count) == Self.magic else { throw Self.malformed }
        let version: UInt8 = try reader.integer()
        guard version <= Self.version else { throw KeychainError(.newerVersion) }
        guard version > 0 else { throw Self.malformed }
        keychain = try reader.array(Limits.identifierLength)
        deviceKeyID = try reader.array(Limits.identifierLength)
        passcodeGeneration = try reader.integer()
        slots = []
        for _ in 0..<(try reader.integer(UInt8.self)) { slots.append(try KeySlot(from: &reader)) }
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
        guard version == Self.version else { return }
        let publicKey = try reader.array(Limits.keyLength)
        let box = Array(try reader.sized())
        guard box.count == Limits.keyLength + Limits.boxOverhead else { throw Self.malformed }
        presence = WrappedPresenceKey(publicKey: publicKey, box: box)
    }

    /// Whether the slots and keys are exactly those of a keychain with a passcode, or of one
    /// without.
    ///
    /// Anything else would be a second encoding of the same keys, or a back door, such as a device
    /// slot that still opens the user's root although there is a passcode.
    private var hasKnownShape: Bool {
        let expected = ProtectionClass.allCases.filter { hasPasscode || !$0.needsPasscode }.map {
            Protection($0, generation: $0.needsPasscode ? passcodeGeneration : 1)
        }
        guard classKeys.map(\.protection) == expected, slots.first?.kind == .device else {
            return false
        }
        return slots.map(\.grade) == (hasPasscode ? [.device, .user] : [.user])
    }

    private static var malformed: KeychainError {
        KeychainError(
            .corrupt,
            reason: "The key table of the keychain is malformed. Restore a backup."
        )
    }
}
