@_spi(Keepers) internal import PortableKeychain

/// The keys of an epoch, encrypted to each member, and the keys of the epoch before it.
struct KeyWraps: Sendable, Equatable {
    struct Wrap: Sendable, Equatable {
        let device: DeviceID
        /// H, C and N.
        let early: [UInt8]
        /// A.
        let unlocked: [UInt8]
    }

    private static let encapsulated = XWingSealing.encapsulatedLength
    private static let tag = 16
    private static let earlyLength = encapsulated + 3 * SyncSecret.length + tag
    private static let unlockedLength = encapsulated + SyncSecret.length + tag
    private static let backLengths = [
        2 * SyncSecret.length + SyncSecret.overhead, SyncSecret.length + SyncSecret.overhead,
    ]

    let epoch: UInt32
    /// The wrapped keys by device, in order.
    let wraps: [Wrap]
    /// H and C of the epoch before under C, then A of the epoch before under A; empty without one,
    /// or if the epoch has begun before.
    let back: [[UInt8]]

    /// Encrypts keys to devices.
    init(
        _ keys: EpochKeys,
        _ name: SyncSecret,
        epoch: UInt32,
        in vault: VaultID,
        to devices: [DeviceCertificate],
        after previous: EpochKeys?,
        entropy: KeychainEntropy
    ) throws(KeychainError) {
        guard let last = keys.unlocked else { throw KeychainError(.locked) }
        self.epoch = epoch
        var early = SecretEncoder()
        for key in [keys.log, keys.early, name] { early.raw(key.bytes) }
        let plain = early.finished()
        wraps = try devices.sorted { $0.id < $1.id }.map { device throws(KeychainError) in
            let info = { Self.info(vault, epoch, device.id, whenUnlocked: $0) }
            return Wrap(
                device: device.id,
                early: try device.encrypt(plain, whenUnlocked: false, info: info(false)),
                unlocked: try device.encrypt(last.bytes, whenUnlocked: true, info: info(true))
            )
        }
        guard let previous else {
            back = []
            return
        }
        guard let before = previous.unlocked else { throw KeychainError(.locked) }
        var older = SecretEncoder()
        for key in [previous.log, previous.early] { older.raw(key.bytes) }
        let context = Self.context(vault, epoch)
        back = [
            try keys.early.seal(
                older.finished(),
                SyncLabels.back,
                context: context,
                entropy: entropy
            ),
            try last.seal(before.bytes, SyncLabels.back, context: context, entropy: entropy),
        ]
    }

    /// The keys for a device; `nil` if there is no wrap for it.
    ///
    /// - Throws: ``TrustAlarm/keys`` if the wrap is not one for this device.
    func keys(
        for device: DeviceKeys,
        in vault: VaultID
    ) throws(TrustAlarm) -> (keys: EpochKeys, name: SyncSecret)? {
        guard let wrap = wraps.first(where: { $0.device == device.id }) else { return nil }
        let info = { Self.info(vault, epoch, device.id, whenUnlocked: $0) }
        guard let plain = device.decrypt(wrap.early, whenUnlocked: false, info: info(false)),
            let parts = Self.secrets(plain, 3)
        else { throw .keys }
        var keys = EpochKeys(log: parts[0], early: parts[1])
        if device.unlocked != nil {
            guard let last = device.decrypt(wrap.unlocked, whenUnlocked: true, info: info(true)),
                let part = Self.secrets(last, 1)
            else { throw .keys }
            keys.unlocked = part[0]
        }
        return (keys, parts[2])
    }

    /// The keys of the epoch before; `nil` if these wraps do not begin an epoch.
    func previous(_ keys: EpochKeys, in vault: VaultID) throws(TrustAlarm) -> EpochKeys? {
        guard back.count == 2 else { return nil }
        let context = Self.context(vault, epoch)
        guard let plain = keys.early.open(back[0], SyncLabels.back, context: context),
            let parts = Self.secrets(plain, 2)
        else { throw .keys }
        var previous = EpochKeys(log: parts[0], early: parts[1])
        if let last = keys.unlocked {
            guard let plain = last.open(back[1], SyncLabels.back, context: context),
                let part = Self.secrets(plain, 1)
            else { throw .keys }
            previous.unlocked = part[0]
        }
        return previous
    }

    private static func secrets(_ plain: SecretBytes, _ count: Int) -> [SyncSecret]? {
        plain.withUnsafeBytes { bytes in
            var reader = ByteReader(bytes)
            let secrets = (0..<count).compactMap { _ in try? SyncSecret(&reader) }
            return secrets.count == count && reader.remaining == 0 ? secrets : nil
        }
    }

    private static func context(_ vault: VaultID, _ epoch: UInt32) -> [UInt8] {
        vault.bytes + withUnsafeBytes(of: epoch.bigEndian) { Array($0) }
    }

    private static func info(
        _ vault: VaultID,
        _ epoch: UInt32,
        _ device: DeviceID,
        whenUnlocked: Bool
    ) -> [UInt8] {
        SyncLabels.wrap + context(vault, epoch) + device.bytes + [whenUnlocked ? 6 : 7]
    }
}

extension KeyWraps {
    var encoded: [UInt8] {
        var writer = SecretEncoder()
        writer.integer(UInt8(1))
        writer.integer(epoch)
        writer.integer(UInt16(wraps.count))
        for wrap in wraps {
            writer.raw(wrap.device.bytes)
            writer.raw(wrap.early)
            writer.raw(wrap.unlocked)
        }
        writer.integer(UInt8(back.count))
        for box in back { writer.raw(box) }
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) -> KeyWraps? in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == 1 else { return nil }
            let epoch: UInt32 = try reader.integer()
            var wraps: [Wrap] = []
            for _ in 0..<(try reader.integer(UInt16.self)) {
                wraps.append(
                    Wrap(
                        device: try reader.identifier(),
                        early: try reader.array(Self.earlyLength),
                        unlocked: try reader.array(Self.unlockedLength)
                    )
                )
            }
            var back: [[UInt8]] = []
            let count: UInt8 = try reader.integer()
            guard count == 0 || count == 2 else { return nil }
            for length in Self.backLengths.prefix(Int(count)) {
                back.append(try reader.array(length))
            }
            try reader.finish()
            let names = wraps.map(\.device)
            guard zip(names, names.dropFirst()).allSatisfy(<) else { return nil }
            return KeyWraps(epoch: epoch, wraps: wraps, back: back)
        }
        guard let wraps = read ?? nil else { return nil }
        self = wraps
    }

    private init(epoch: UInt32, wraps: [Wrap], back: [[UInt8]]) {
        (self.epoch, self.wraps, self.back) = (epoch, wraps, back)
    }
}
