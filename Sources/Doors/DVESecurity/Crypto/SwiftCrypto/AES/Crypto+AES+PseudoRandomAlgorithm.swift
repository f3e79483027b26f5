internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import PortableKeychain

extension DVESecurity.Crypto.AES.Key where SD == DVESecurity.Crypto.KeyData {
    /// The hash of the pseudo random function (HMAC) that derives a key.
    public enum PseudoRandomAlgorithm: CaseIterable, Sendable {
        /// HMAC with SHA-1.
        case hmacAlgSHA1
        /// HMAC with SHA-224.
        case hmacAlgSHA224
        /// HMAC with SHA-256.
        case hmacAlgSHA256
        /// HMAC with SHA-384.
        case hmacAlgSHA384
        /// HMAC with SHA-512.
        case hmacAlgSHA512

        fileprivate var hash: KDF.Insecure.PBKDF2.HashFunction {
            switch self {
            case .hmacAlgSHA1: .insecureSHA1
            case .hmacAlgSHA224: .insecureSHA224
            case .hmacAlgSHA256: .sha256
            case .hmacAlgSHA384: .sha384
            case .hmacAlgSHA512: .sha512
            }
        }
    }

    /// Derives a key from a password by PBKDF2 (RFC 8018).
    ///
    /// - Parameters:
    ///   - keySize: The length of the key.
    ///   - password: The password, as UTF-8.
    ///   - salt: The salt, as UTF-8.
    ///   - pseudoRandomAlgorithm: The hash.
    ///   - rounds: The number of times that it is applied, 1 or more. OWASP advises 600,000 with
    ///     SHA-256.
    /// - Throws: ``Crypto/AESError/invalidPassword`` and ``Crypto/AESError/invalidSalt`` for empty ones;
    ///   ``CommonCryptoError`` for a length or a number of rounds below 1.
    public init(
        keySize: KeySize,
        password: String,
        withSalt salt: String,
        pseudoRandomAlgorithm: PseudoRandomAlgorithm,
        rounds: UInt32
    ) throws {
        guard !password.isEmpty else { throw DVESecurity.Crypto.AESError.invalidPassword }
        guard !salt.isEmpty else { throw DVESecurity.Crypto.AESError.invalidSalt }
        guard keySize.sizeInBytes > 0, rounds > 0 else { throw CommonCryptoError.parameter }
        let text = SecretBytes(utf8: password)
        let key = try text.withUnsafeBytes { text in
            try KDF.Insecure.PBKDF2.deriveKey(
                from: text,
                salt: Array(salt.utf8),
                using: pseudoRandomAlgorithm.hash,
                outputByteCount: keySize.sizeInBytes,
                unsafeUncheckedRounds: Int(rounds)
            )
        }
        self.init(keyData: key.keyData)
    }
}
