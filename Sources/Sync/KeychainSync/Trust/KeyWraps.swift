@_spi(Keepers) internal import PortableKeychain

/// The keys of epochs, encrypted to members.
struct KeyWraps: Sendable, Equatable {
    struct Wrap: Sendable, Equatable {
        let device: DeviceID
        /// H and C of each epoch, then N.
        let early: [UInt8]
        /// A of each epoch.
        let unlocked: [UInt8]
    }

    private static let version: UInt8 = 2
    /// The number of bytes that encryption adds to keys.
    private static let overhead = XWingSealing.encapsulatedLength + 16

    /// The epochs, in order.
    let epochs: [UInt32]
    /// The wrapped keys by device, in order.
    let wraps: [Wrap]

    /// The newest of the epochs.
    var last: UInt32 { epochs.last ?? 0 }

    /// Encrypts the keys of epochs to devices.
    init(
        _ keys: [UInt32: EpochKeys],
        _ name: SyncSecret,
        in vault: VaultID,
        to devices: [DeviceCertificate]
    ) throws(KeychainError) {
        guard keys.count <= UInt16.max else { throw KeychainError(.dataTooLarge) }
        let sorted = keys.inOrderOfKeys()
        epochs = sorted.map(\.key)
        var (early, unlocked) = (SecretEncoder(), SecretEncoder())
        for (_, keys) in sorted {
            guard let last = keys.unlocked else { throw KeychainError(.locked) }
            early.raw(keys.log.bytes)
            early.raw(keys.early.bytes)
            unlocked.raw(last.bytes)
        }
        early.raw(name.bytes)
        let plain = (early: early.finished(), unlocked: unlocked.finished())
        let last = epochs.last ?? 0
        wraps = try devices.inOrder { $0.id }.map { device throws(KeychainError) in
            let info = { Self.info(vault, last, device.id, whenUnlocked: $0) }
            return Wrap(
                device: device.id,
                early: try device.encrypt(plain.early, whenUnlocked: false, info: info(false)),
                unlocked: try device.encrypt(
                    plain.unlocked,
                    whenUnlocked: true,
                    info: info(true)
                )
            )
        }
    }

    /// The keys for a device; `nil` if there is no wrap for it.
    ///
    /// - Throws: ``TrustAlarm/keys`` if the wrap is not one for this device.
    func keys(
        for device: DeviceKeys,
        in vault: VaultID
    ) throws(TrustAlarm) -> (epochs: [UInt32: EpochKeys], name: SyncSecret)? {
        guard let wrap = wraps.first(where: { $0.device == device.id }) else { return nil }
        let info = { Self.info(vault, last, device.id, whenUnlocked: $0) }
        guard let plain = device.decrypt(wrap.early, whenUnlocked: false, info: info(false)),
            let early = Self.secrets(plain, 2 * epochs.count + 1)
        else { throw .keys }
        var keys: [UInt32: EpochKeys] = [:]
        for (index, epoch) in epochs.enumerated() {
            keys[epoch] = EpochKeys(log: early[2 * index], early: early[2 * index + 1])
        }
        if device.unlocked != nil {
            guard let plain = device.decrypt(wrap.unlocked, whenUnlocked: true, info: info(true)),
                let unlocked = Self.secrets(plain, epochs.count)
            else { throw .keys }
            for (epoch, key) in zip(epochs, unlocked) { keys[epoch]?.unlocked = key }
        }
        return (keys, early[2 * epochs.count])
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
        writer.integer(Self.version)
        writer.integer(UInt16(epochs.count))
        for epoch in epochs { writer.integer(epoch) }
        writer.integer(UInt16(wraps.count))
        for wrap in wraps {
            writer.raw(wrap.device.bytes)
            writer.raw(wrap.early)
            writer.raw(wrap.unlocked)
        }
        return writer.finished().withUnsafeBytes { Array($0) }
    }

    /// Reads the bytes; `nil` for any others.
    init?(_ bytes: [UInt8]) {
        let read = try? bytes.withUnsafeBytes { bytes throws(KeychainError) -> KeyWraps? in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == Self.version else { return nil }
            var epochs: [UInt32] = []
            for _ in 0..<(try reader.integer(UInt16.self)) { epochs.append(try reader.integer()) }
            let keys = SyncSecret.length
            let early = Self.overhead + (2 * epochs.count + 1) * keys
            let unlocked = Self.overhead + epochs.count * keys
            var wraps: [Wrap] = []
            for _ in 0..<(try reader.integer(UInt16.self)) {
                wraps.append(
                    Wrap(
                        device: try reader.identifier(),
                        early: try reader.array(early),
                        unlocked: try reader.array(unlocked)
                    )
                )
            }
            try reader.finish()
            let names = wraps.map(\.device)
            guard zip(names, names.dropFirst()).allSatisfy(<), epochs.first ?? 0 > 0,
                zip(epochs, epochs.dropFirst()).allSatisfy(<)
            else { return nil }
            return KeyWraps(epochs: epochs, wraps: wraps)
        }
        guard let wraps = read ?? nil else { return nil }
        self = wraps
    }

    private init(epochs: [UInt32], wraps: [Wrap]) { (self.epochs, self.wraps) = (epochs, wraps) }
}
