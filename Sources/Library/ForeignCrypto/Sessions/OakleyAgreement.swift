internal import CKeychainPlatform
internal import Crypto
internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// One side of an agreement in the second Oakley group (RFC 2409, 6.2), for sessions of the Secret
/// Service.
///
/// No other part of the library uses a group of 1,024 bits. It keeps secrets out of the memory of a
/// message bus; it does not authenticate the other side.
package struct OakleyAgreement: Sendable {
    /// The public value: 128 bytes, big-endian.
    package let publicValue: [UInt8]
    private let exponent: SecretBytes

    private static let length = 128
    /// Twice the strength of the group.
    private static let exponentLength = 32

    /// Makes a pair of values; `nil` where the system has no OpenSSL 3, which calculates with them.
    package init?(entropy: KeychainEntropy = .system) {
        exponent = SecretBytes(count: Self.exponentLength) { entropy.fill($0) }
        var generator = [UInt8](repeating: 0, count: Self.length)
        generator[Self.length - 1] = 2
        guard let power = Self.power(generator, exponent) else { return nil }
        publicValue = power.withUnsafeBytes { Array($0) }
    }

    /// Derives the key of a session: HKDF with SHA-256, no salt and no information, 16 bytes.
    ///
    /// - Parameter peer: The other side's public value, big-endian. It can be shorter than the group,
    ///   because some programs leave out zeroes in front, and may have one in front as its sign.
    /// - Returns: The key; `nil` for a value that gives away the result (0, 1, p − 1), or is too large.
    package func sessionCipher(with peer: [UInt8]) -> SessionCipher? {
        let digits = Array(peer.drop { $0 == 0 })
        guard digits.count <= Self.length, digits.count > 1 || digits.first ?? 0 > 1 else {
            return nil
        }
        let padded = [UInt8](repeating: 0, count: Self.length - digits.count) + digits
        guard padded.lexicographicallyPrecedes(Self.largest),
            let shared = Self.power(padded, exponent)
        else { return nil }
        let key = shared.withUnsafeBytes { bytes in
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: bytes),
                outputByteCount: SessionCipher.keyLength
            )
        }
        return SessionCipher(key)
    }

    private static func power(_ base: [UInt8], _ exponent: SecretBytes) -> SecretBytes? {
        var done: Int32 = 0
        let result = SecretBytes(count: length) { room in
            done = exponent.withUnsafeBytes { exponent in
                pk_system_power(
                    base,
                    exponent.bindMemory(to: UInt8.self).baseAddress,
                    exponent.count,
                    prime,
                    room.bindMemory(to: UInt8.self).baseAddress,
                    room.count
                )
            }
        }
        return done == 1 ? result : nil
    }

    /// p − 1, which is of order 2.
    private static let largest = Array(prime.dropLast()) + [0xFE]

    /// 2^1024 − 2^960 − 1 + 2^64 · (⌊2^894 π⌋ + 129093).
    private static let prime: [UInt8] = [
        0xFFFF_FFFF_FFFF_FFFF, 0xC90F_DAA2_2168_C234, 0xC4C6_628B_80DC_1CD1, 0x2902_4E08_8A67_CC74,
        0x020B_BEA6_3B13_9B22, 0x514A_0879_8E34_04DD, 0xEF95_19B3_CD3A_431B, 0x302B_0A6D_F25F_1437,
        0x4FE1_356D_6D51_C245, 0xE485_B576_625E_7EC6, 0xF44C_42E9_A637_ED6B, 0x0BFF_5CB6_F406_B7ED,
        0xEE38_6BFB_5A89_9FA5, 0xAE9F_2411_7C4B_1FE6, 0x4928_6651_ECE6_5381, 0xFFFF_FFFF_FFFF_FFFF,
    ].flatMap { (word: UInt64) in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
    }
}
