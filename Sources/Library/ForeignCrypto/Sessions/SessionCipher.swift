internal import Crypto
internal import CryptoExtras
internal import KeychainEssentials
@_spi(Keepers) package import PortableKeychain

/// Encrypts secrets on a message bus as the Secret Service says: AES-128 in CBC mode with padding
/// (PKCS #7), and a new vector for each.
///
/// It does not notice changes; that is the protocol, and the bus is trusted not to make any.
package struct SessionCipher: Sendable {
    static let keyLength = 16
    private static let vectorLength = 16

    private let key: SymmetricKey

    init(_ key: SymmetricKey) { self.key = key }

    /// Encrypts a secret.
    ///
    /// - Returns: The vector and the ciphertext.
    package func seal(
        _ secret: SecretBytes,
        entropy: KeychainEntropy
    ) throws(KeychainError) -> (vector: [UInt8], ciphertext: [UInt8]) {
        let vector = entropy.bytes(Self.vectorLength)
        do {
            let data = try secret.withUnsafeBytes { bytes in
                try AES._CBC.encrypt(bytes, using: key, iv: AES._CBC.IV(ivBytes: vector))
            }
            return (vector, Array(data))
        } catch {
            throw KeychainError(.internalError)
        }
    }

    /// Decrypts a secret; `nil` if the vector or the padding is wrong.
    package func open(_ ciphertext: [UInt8], vector: [UInt8]) -> SecretBytes? {
        guard vector.count == Self.vectorLength,
            let vector = try? AES._CBC.IV(ivBytes: vector),
            var data = try? AES._CBC.decrypt(ciphertext, using: key, iv: vector)
        else { return nil }
        return SecretBytes(moving: &data)
    }
}
