internal import Crypto

/// Unlocked class keys as they are kept for other processes (vault-format.md §10).
enum SharedKeys {
    private static let version: UInt8 = 1

    /// The name under which keys are kept.
    static func name(_ keybag: Keybag, _ availability: ProtectionClass.Availability) -> String {
        let hex = keybag.keychain.map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
        return
            "portable-keychain:\(hex):\(availability == .whenUnlocked ? "unlocked" : "first-unlock")"
    }

    /// Drops all that is kept for a keychain.
    static func dropAll(of keybag: Keybag, from retention: any KeyRetention) {
        retention.drop(name(keybag, .whenUnlocked))
        retention.drop(name(keybag, .afterFirstUnlock))
    }

    static func encode(_ keys: [ClassKeys], deadline: Double?) -> SecretBytes {
        let entry = MemoryLayout<Int64>.size + Limits.keyLength
        return SecretBytes(count: 10 + keys.count * entry) { room in
            var offset = 0
            func put(_ bytes: UnsafeRawBufferPointer) {
                UnsafeMutableRawBufferPointer(rebasing: room[offset...]).copyMemory(from: bytes)
                offset += bytes.count
            }
            func put(_ value: some FixedWidthInteger) {
                withUnsafeBytes(of: value.bigEndian) { put($0) }
            }
            put(version)
            put((deadline ?? .infinity).bitPattern)
            put(UInt8(keys.count))
            for key in keys {
                put(key.protection.stored)
                key.master.withUnsafeBytes { put($0) }
            }
        }
    }

    /// Reads what another process kept; what makes no sense counts as nothing kept.
    ///
    /// - Parameters:
    ///   - payload: What was kept.
    ///   - availability: What the name stands for. Keys that end sooner do not belong there: no
    ///     lock would take them away again.
    /// - Returns: The keys and when they end, or `nil`.
    static func decode(
        _ payload: SecretBytes,
        _ availability: ProtectionClass.Availability
    ) -> (keys: [ClassKeys], deadline: Double?)? {
        try? payload.withUnsafeBytes { bytes throws(KeychainError) in
            var reader = ByteReader(bytes)
            guard try reader.integer(UInt8.self) == version else { throw KeychainError(.corrupt) }
            let deadline = Double(bitPattern: try reader.integer())
            // No number would never be over.
            guard !deadline.isNaN else { throw KeychainError(.corrupt) }
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
            return (keys, deadline == .infinity ? nil : deadline)
        }
    }
}
