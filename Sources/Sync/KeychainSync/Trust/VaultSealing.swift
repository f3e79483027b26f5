@_spi(Keepers) package import PortableKeychain
internal import Synchronization

/// Records under the keys of a vault (`Specification/sync-format.md` §5).
package final class VaultSealing: RecordSealing {
    static let version: UInt8 = 1
    /// The longest record; larger items stay on their device.
    package static let maximumLength = 1_000_000
    private static let saltLength = 24
    private static let commitmentLength = 16
    private static let tagLength = 16
    private static let headerLength = 1 + tagLength
    private static let prefixLength = 5 + saltLength + commitmentLength + headerLength
    private static let zeroNonce = [UInt8](repeating: 0, count: 12)
    private static let leastLength = 256

    private struct Keys {
        let vault: VaultID
        let ring: VaultKeyring
        let epoch: UInt32
    }

    private let keys: Mutex<Keys>
    private let entropy: KeychainEntropy

    init(vault: VaultID, entropy: KeychainEntropy) {
        keys = Mutex(Keys(vault: vault, ring: VaultKeyring(), epoch: 0))
        self.entropy = entropy
    }

    /// Seals from now on under the keys of another epoch.
    func use(_ ring: VaultKeyring, epoch: UInt32) {
        keys.withLock { $0 = Keys(vault: $0.vault, ring: ring, epoch: epoch) }
    }

    private var present: Keys { keys.withLock { $0 } }

    package func id(of key: SyncKey) -> ItemID {
        var message = SecretEncoder()
        message.raw(SyncLabels.id)
        message.raw(key.itemClass.rawValue.utf8)
        for term in key.terms { message.sized(term) }
        let code = code(message.finished())
        return ItemID(code.prefix(ItemID.length)) ?? ItemID(0, 0)
    }

    package func tie(_ value: SecretBytes) -> [UInt8] {
        var message = SecretEncoder()
        message.raw(SyncLabels.tie)
        message.raw(value)
        return code(message.finished())
    }

    private func code(_ message: SecretBytes) -> [UInt8] {
        let zero = SyncSecret(SecretBytes(SyncDigest.zero))
        return message.withUnsafeBytes { (present.ring.name ?? zero).code(Array($0)) }
    }

    package func isCurrent(_ record: [UInt8]) -> Bool {
        Self.epoch(of: record) == present.epoch
    }

    /// The epoch of a record; `nil` if it is none.
    static func epoch(of record: [UInt8]) -> UInt32? {
        guard record.count >= prefixLength + tagLength, record[0] == version else { return nil }
        return record[1..<5].reduce(0) { $0 << 8 | UInt32($1) }
    }

    package func needsUnlock(_ record: [UInt8]) -> Bool {
        // A record that cannot be opened anyway needs no unlocking.
        part(of: record) == 6
    }

    private func part(of record: [UInt8]) -> UInt8? {
        let keys = present
        guard let epoch = Self.epoch(of: record), let log = keys.ring.epochs[epoch]?.log else {
            return nil
        }
        let plain = header(log, record, keys.vault).decrypt(
            Self.zeroNonce + record[(Self.prefixLength - Self.headerLength)..<Self.prefixLength],
            authenticating: Array(record[..<(Self.prefixLength - Self.headerLength)])
        )
        return plain?.withUnsafeBytes { $0.first }
    }

    private func header(_ log: SyncSecret, _ record: [UInt8], _ vault: VaultID) -> SyncSecret {
        let salt = Array(record[5..<(5 + Self.saltLength)])
        return SyncSecret(log.derived(SyncLabels.header + vault.bytes, salt: salt))
    }
}

// MARK: Records

extension VaultSealing {
    package func seal(
        _ body: SecretBytes,
        of id: ItemID,
        whenUnlocked: Bool
    ) throws(KeychainError) -> [UInt8] {
        let keys = present
        guard let epoch = keys.ring.epochs[keys.epoch] else {
            throw KeychainError(.notAvailable, reason: "This device has no keys of the vault yet.")
        }
        guard let secret = whenUnlocked ? epoch.unlocked : epoch.early else {
            throw KeychainError(.locked)
        }
        let salt = entropy.bytes(Self.saltLength)
        let (key, commitment) = Self.derived(secret, salt, id, keys.vault)
        var record = [Self.version] + withUnsafeBytes(of: keys.epoch.bigEndian) { Array($0) }
        record += salt + commitment
        record += try header(epoch.log, record, keys.vault).encrypt(
            SecretBytes([whenUnlocked ? 6 : 7]),
            nonce: Self.zeroNonce,
            authenticating: record
        ).dropFirst(Self.zeroNonce.count)
        let plain = Self.padded(body)
        guard record.count + plain.count + Self.tagLength <= Self.maximumLength else {
            throw KeychainError(.dataTooLarge)
        }
        return record
            + (try key.encrypt(plain, nonce: Self.zeroNonce, authenticating: record))
            .dropFirst(Self.zeroNonce.count)
    }

    package func open(_ record: [UInt8], of id: ItemID) throws(KeychainError) -> SecretBytes {
        let keys = present
        guard record.count <= Self.maximumLength, let part = part(of: record),
            let number = Self.epoch(of: record), let epoch = keys.ring.epochs[number],
            part == 6 || part == 7
        else { throw Self.undecodable }
        guard let secret = part == 6 ? epoch.unlocked : epoch.early else {
            throw KeychainError(.locked)
        }
        let prefix = Array(record[..<Self.prefixLength])
        let salt = Array(record[5..<(5 + Self.saltLength)])
        let (key, commitment) = Self.derived(secret, salt, id, keys.vault)
        let start = 5 + Self.saltLength
        guard Array(record[start..<(start + Self.commitmentLength)]) == commitment,
            let plain = key.decrypt(
                Self.zeroNonce + record[Self.prefixLength...],
                authenticating: prefix
            ),
            let body = Self.unpadded(plain)
        else { throw Self.undecodable }
        return body
    }

    /// A key for one record, and the bytes that commit to it.
    private static func derived(
        _ secret: SyncSecret,
        _ salt: [UInt8],
        _ id: ItemID,
        _ vault: VaultID
    ) -> (key: SyncSecret, commitment: [UInt8]) {
        let bytes = secret.derived(
            SyncLabels.body + vault.bytes + id.bytes,
            salt: salt,
            count: SyncSecret.length + commitmentLength
        )
        return bytes.withUnsafeBytes { bytes in
            (
                SyncSecret(SecretBytes(bytes.prefix(SyncSecret.length))),
                Array(bytes.dropFirst(SyncSecret.length))
            )
        }
    }

    /// The length to which a body is padded: at most 12 % more, in steps that grow with it (Padmé).
    static func paddedLength(_ length: Int) -> Int {
        guard length > leastLength else { return leastLength }
        let exponent = Int.bitWidth - 1 - length.leadingZeroBitCount
        let bits = exponent - (Int.bitWidth - exponent.leadingZeroBitCount)
        let mask = 1 << bits - 1
        return (length + mask) & ~mask
    }

    private static func padded(_ body: SecretBytes) -> SecretBytes {
        var writer = SecretEncoder()
        writer.sized(body)
        let rest = paddedLength(writer.count) - writer.count
        writer.raw([UInt8](repeating: 0, count: rest))
        return writer.finished()
    }

    private static func unpadded(_ plain: SecretBytes) -> SecretBytes? {
        let body = try? plain.withUnsafeBytes { bytes throws(KeychainError) -> SecretBytes? in
            var reader = ByteReader(bytes)
            let body = try reader.sized()
            let rest = try reader.raw(reader.remaining)
            guard bytes.count == paddedLength(4 + body.count), rest.allSatisfy({ $0 == 0 }) else {
                return nil
            }
            return SecretBytes(count: body.count) { $0.copyMemory(from: body) }
        }
        return body ?? nil
    }

    private static var undecodable: KeychainError {
        KeychainError(
            .undecodable,
            reason: "A record cannot be opened. Its author has to store the item again."
        )
    }
}
