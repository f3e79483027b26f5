internal import Crypto
internal import CryptoExtras
internal import SwiftASN1
internal import KeychainEssentials

/// A part of a new bundle, encrypted by PBES2: AES-256 in CBC mode under a key that PBKDF2 derives
/// with SHA-256 (RFC 8018).
struct BundleSeal {
    let algorithm: DERValue
    let ciphertext: [UInt8]

    /// The rounds of each key derivation of a new bundle, as OWASP's Password Storage Cheat Sheet
    /// advises for PBKDF2 with SHA-256.
    static let standardRounds = 600_000

    init(
        _ content: SecretBytes,
        _ passphrase: BundlePassphrase,
        rounds: Int
    ) throws(KeychainError) {
        let salt = KeychainEntropy.system.bytes(16)
        let vector = KeychainEntropy.system.bytes(16)
        let sealed = passphrase.text.withArray { text in
            content.withArray { content in
                try? AES._CBC.encrypt(
                    content,
                    using: KDF.Insecure.PBKDF2.deriveKey(
                        from: text,
                        salt: salt,
                        using: .sha256,
                        outputByteCount: 32,
                        unsafeUncheckedRounds: rounds
                    ),
                    iv: AES._CBC.IV(ivBytes: vector)
                )
            }
        }
        guard let sealed else { throw KeychainError(.internalError) }
        ciphertext = Array(sealed)
        let derivation = DERValue.sequence(
            .octets(salt),
            .number(rounds),
            .sequence(.identifier([1, 2, 840, 113549, 2, 9]), .null)
        )
        algorithm = .sequence(
            .identifier([1, 2, 840, 113549, 1, 5, 13]),
            .sequence(
                .sequence(.identifier([1, 2, 840, 113549, 1, 5, 12]), derivation),
                .sequence(
                    .identifier([2, 16, 840, 1, 101, 3, 4, 1, 42]),
                    .octets(vector)
                )
            )
        )
    }
}
