internal import Crypto

/// HKDF-SHA-256 (RFC 5869) with a salt that is secret: a namespace of functions.
///
/// The extract step is written as HMAC keyed with the salt (RFC 5869, 2.2), because the library's
/// function accepts salts only as plain arrays, which would stay in memory.
enum HKDFKeys {
    /// Derives a key of 32 bytes.
    ///
    /// - Parameters:
    ///   - key: The secret.
    ///   - salt: The salt; HKDF treats an empty one as 32 zero bytes.
    ///   - info: The purpose of the key.
    /// - Returns: The key.
    static func derive(_ key: SymmetricKey, salt: SymmetricKey, info: [UInt8]) -> SymmetricKey {
        let extracted = key.withUnsafeBytes {
            HMAC<SHA256>.authenticationCode(for: $0, using: salt)
        }
        return HKDF<SHA256>.expand(
            pseudoRandomKey: extracted,
            info: info,
            outputByteCount: Limits.keyLength
        )
    }
}

extension SymmetricKey {
    /// Makes a random 256-bit key.
    static func random(_ entropy: KeychainEntropy) -> SymmetricKey {
        let plain = SecretBytes(count: Limits.keyLength) { entropy.fill($0) }
        return SymmetricKey(plain)
    }

    /// A key of secret bytes.
    init(_ bytes: SecretBytes) {
        self = bytes.withUnsafeBytes { SymmetricKey(data: $0) }
    }

    /// Bytes, and the bytes of a key behind them.
    init(_ bytes: [UInt8], and key: SymmetricKey?) {
        let keyLength = (key?.bitCount ?? 0) / 8
        self.init(
            SecretBytes(count: bytes.count + keyLength) { room in
                room.copyBytes(from: bytes)
                key?.withUnsafeBytes { plain in
                    UnsafeMutableRawBufferPointer(rebasing: room[bytes.count...])
                        .copyMemory(from: plain)
                }
            }
        )
    }
}
