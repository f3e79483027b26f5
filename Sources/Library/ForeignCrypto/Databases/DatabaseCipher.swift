internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials
package import PortableKeychain

/// A cipher by which password databases of other programs are encrypted.
///
/// None of them notices changes: the reader of a file compares its codes or hashes, too.
package enum DatabaseCipher: Sendable {
    /// AES-256 in CBC mode with padding (PKCS #7).
    case aes
    /// ChaCha20 (RFC 8439, 2.4) from block 0 on.
    case chaCha20

    /// The length of the key.
    package static let keyLength = 32

    /// The length of the vector or nonce.
    package var vectorLength: Int {
        switch self {
        case .aes: 16
        case .chaCha20: 12
        }
    }

    /// Decrypts.
    ///
    /// - Returns: The plain text; `nil` if the key, the vector or the padding is wrong.
    package func decrypt(
        _ ciphertext: [UInt8],
        key: SecretBytes,
        vector: [UInt8]
    ) -> SecretBytes? {
        guard key.count == Self.keyLength, vector.count == vectorLength else { return nil }
        switch self {
        case .aes:
            let key = key.withUnsafeBytes { SymmetricKey(data: $0) }
            guard let vector = try? AES._CBC.IV(ivBytes: vector),
                var plain = try? AES._CBC.decrypt(ciphertext, using: key, iv: vector)
            else { return nil }
            return SecretBytes(moving: &plain)
        case .chaCha20:
            return DatabaseStream(.chaCha20, key: key, nonce: vector)?
                .applied(to: SecretBytes(ciphertext))
        }
    }
}
