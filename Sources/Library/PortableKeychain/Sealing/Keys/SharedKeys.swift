internal import Crypto

/// Encodes unlocked class keys for a ``KeyRetention``, which keeps them for the user's other
/// processes (vault-format.md §10).
///
/// There are two payloads for each keychain, one for each time at which keys are dropped: keys that
/// need an unlocked keychain, and keys that are available since the first unlock. A namespace of
/// functions; the keys themselves are in the kernel's keyring.
enum SharedKeys {
    private static let version: UInt8 = 2

    /// The name under which the keys of one availability are kept.
    static func name(_ keybag: Keybag, _ availability: ProtectionClass.Availability) -> String {
        let end = availability == .whenUnlocked ? "unlocked" : "first-unlock"
        return "\(KernelKeyRetention.prefix)\(keybag.keychain.hexadecimal):\(end)"
    }

    /// Drops all keys that are kept for a keychain.
    ///
    /// - Throws: ``RetentionError`` if some may still be kept.
    static func dropAll(
        of keybag: Keybag,
        from retention: any KeyRetention
    ) throws(RetentionError) {
        let outcomes = [ProtectionClass.Availability.whenUnlocked, .afterFirstUnlock].map {
            availability in
            Result { () throws(RetentionError) in try retention.drop(name(keybag, availability)) }
        }
        for outcome in outcomes { try outcome.get() }
    }

    /// Encodes keys.
    ///
    /// - Parameters:
    ///   - keys: The keys of one availability.
    ///   - epoch: The epoch in which they were unlocked.
    ///   - deadline: The time on the clock at which they are dropped.
    /// - Returns: The payload.
    static func encode(_ keys: [ClassKeys], epoch: Int64, deadline: Double) -> SecretBytes {
        let entry = MemoryLayout<Int64>.size + Limits.keyLength
        return SecretBytes(count: 18 + keys.count * entry) { room in
            var offset = 0
            func put(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyMemory(from: bytes)
                offset += bytes.count
            }
            func put(_ value: some FixedWidthInteger) {
                withUnsafeBytes(of: value.bigEndian) { put($0) }
            }
            put(version)
            put(deadline.bitPattern)
            put(epoch)
            put(UInt8(keys.count))
            for key in keys {
                put(key.protection.stored)
                key.master.withUnsafeBytes { put($0) }
            }
        }
    }

    /// Reads the keys that another process kept.
    ///
    /// A malformed payload is ignored.
    ///
    /// - Parameters:
    ///   - payload: The kept payload.
    ///   - availability: The availability that the name states. A payload with keys of another one
    ///     is refused, because locking would not drop them.
    /// - Returns: The keys with their epoch and deadline, or `nil`.
    static func decode(
        _ payload: SecretBytes,
        _ availability: ProtectionClass.Availability
    ) -> (keys: [ClassKeys], epoch: Int64, deadline: Double)? {
        try? payload.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == version else { throw KeychainError(.corrupt) }
            let deadline = Double(bitPattern: try reader.integer())
            // It would never be reached.
            guard deadline.isFinite else { throw KeychainError(.corrupt) }
            let epoch: Int64 = try reader.integer()
            var keys: [ClassKeys] = []
            for _ in 0..<(try reader.integer(UInt8.self)) {
                let protection = try Protection(stored: try reader.integer())
                guard protection.keyClass.availability == availability,
                    (keys.last?.protection.keyClass.rawValue ?? 0) < protection.keyClass.rawValue
                else { throw KeychainError(.corrupt) }
                keys.append(
                    ClassKeys(
                        protection,
                        master: SymmetricKey(data: try reader.raw(Limits.keyLength))
                    )
                )
            }
            try reader.finish()
            return (keys, epoch, deadline)
        }
    }
}
