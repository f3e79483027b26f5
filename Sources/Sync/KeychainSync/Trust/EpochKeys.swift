@_spi(Keepers) internal import PortableKeychain

/// The keys of an epoch: from one change of the keys to the next.
struct EpochKeys: Sendable {
    /// H: entries of the log, and the headers of records.
    let log: SyncSecret
    /// C: items that can be read from the first unlock on.
    let early: SyncSecret
    /// A: items that need an unlocked keychain; `nil` while it is locked.
    var unlocked: SyncSecret?

    static func random(_ entropy: KeychainEntropy) -> EpochKeys {
        EpochKeys(log: .random(entropy), early: .random(entropy), unlocked: .random(entropy))
    }
}

/// Checks of new keys, which their author gives to all members, so that no member accepts other keys.
///
/// The key of names is the same in all epochs, and has a check in each: a device that joins knows
/// no other one.
struct EpochChecks: Sendable, Equatable {
    let log: [UInt8]
    let early: [UInt8]
    let unlocked: [UInt8]
    let names: [UInt8]

    init(_ keys: EpochKeys, _ names: SyncSecret, of epoch: UInt32, in vault: VaultID) {
        log = Self.check(keys.log, 1, epoch, vault)
        early = Self.check(keys.early, 2, epoch, vault)
        unlocked = keys.unlocked.map { Self.check($0, 3, epoch, vault) } ?? SyncDigest.zero
        self.names = Self.check(names, 4, epoch, vault)
    }

    init(_ reader: inout ByteReader) throws(KeychainError) {
        log = try reader.array(SyncDigest.length)
        early = try reader.array(SyncDigest.length)
        unlocked = try reader.array(SyncDigest.length)
        names = try reader.array(SyncDigest.length)
    }

    var encoded: [UInt8] { log + early + unlocked + names }

    /// Whether keys are the announced ones; the one for unlocked devices is only checked if it is
    /// there.
    func match(
        _ keys: EpochKeys,
        _ names: SyncSecret,
        of epoch: UInt32,
        in vault: VaultID
    ) -> Bool {
        let found = EpochChecks(keys, names, of: epoch, in: vault)
        return log == found.log && early == found.early && self.names == found.names
            && (keys.unlocked == nil || unlocked == found.unlocked)
    }

    private static func check(
        _ key: SyncSecret,
        _ part: UInt8,
        _ epoch: UInt32,
        _ vault: VaultID
    ) -> [UInt8] {
        var message = SecretEncoder()
        message.raw(SyncLabels.check)
        message.raw(vault.bytes)
        message.integer(epoch)
        message.integer(part)
        return key.code(message.finished().withUnsafeBytes { Array($0) })
    }
}

/// All keys of a vault that a device has.
struct VaultKeyring: Sendable {
    /// N: names of items on the log, the same for the vault's life.
    var name: SyncSecret?
    /// The keys by epoch, from 1.
    var epochs: [UInt32: EpochKeys] = [:]
}
