public import AppleVocabulary

/// A step that has a status code of Apple's failed.
public struct CryptoError: Error, Equatable, Sendable {
    /// The number, one of Apple's `errSec…` constants.
    public let status: OSStatus
}

extension Crypto {
    /// The reason why a key was refused.
    public enum KeyError: Error, Equatable, Sendable {
        /// The key is of another kind, or the other half of a pair, than the type that it was to
        /// become.
        case invalidSecKey
    }

    /// The reason why an operation with a key of a pair failed.
    public enum AsymmetricCryptoError: Error, Equatable, Sendable {
        /// The public half of a private key cannot be had.
        case failedToGetPublicKey
        /// The key does not do this with this algorithm.
        case unsupportedOperation(SecKeyOperationType)
    }

    /// The reason why AES refused its input.
    public enum AESError: Error, Equatable, Sendable {
        /// The password is empty.
        case invalidPassword
        /// The salt is empty.
        case invalidSalt
        /// The initialization vector does not have this many bytes.
        case invalidInitVectorSize(Int)
    }

    /// The reason why RSA refused its input.
    public enum RSAError: Error, Equatable, Sendable {
        /// There is more plaintext than the key takes (`maxPlainTextLength(for:)`), or more
        /// ciphertext than the key has bytes (`blockSize`).
        case invalidDataLength
    }
}
