internal import Crypto
internal import CryptoExtras
public import Foundation
internal import PortableKeychain

/// The cipher of the library, whose name the namespace here has too.
private typealias Cipher = AES

extension DVESecurity.Crypto {
    /// The Advanced Encryption Standard in cipher block chaining, with PKCS #7 padding.
    ///
    /// It hides a text, but does not notice changes of it. Where you choose the format, use
    /// `AES.GCM` of swift-crypto or CryptoKit instead.
    public enum AES {
        /// The length of a block and of an initialization vector in bytes.
        public static let blockSize = 16

        /// Makes a random initialization vector, which may be known, for one text under a key.
        ///
        /// - Returns: The vector, of ``blockSize`` bytes.
        /// - Throws: Never here; the original can fail.
        public static func createInitVector() throws -> some SecureData {
            try DVESecurity.Crypto.KeyData.createRandomData(length: blockSize)
        }

        /// Encrypts.
        ///
        /// - Parameters:
        ///   - plainText: The text, of any length.
        ///   - key: The key, of 16, 24 or 32 bytes.
        ///   - initVector: A vector of ``createInitVector()``, new for each text.
        /// - Returns: The padded text, encrypted: 1 to ``blockSize`` bytes longer.
        /// - Throws: ``Crypto/AESError/invalidInitVectorSize(_:)``; ``CommonCryptoError`` for a key of
        ///   another length.
        public static func encrypt(
            _ plainText: some ContiguousBytes,
            withKey key: some SecureData,
            initVector: some SecureData
        ) throws -> Data {
            let (key, vector) = try parameters(key, initVector)
            return try plainText.withUnsafeBytes { bytes in
                try Cipher._CBC.encrypt(bytes, using: key, iv: vector)
            }
        }

        /// Decrypts.
        ///
        /// - Parameters:
        ///   - data: The result of `encrypt(_:withKey:initVector:)`.
        ///   - key: The key.
        ///   - initVector: The vector.
        /// - Returns: The text.
        /// - Throws: ``Crypto/AESError/invalidInitVectorSize(_:)``; ``CommonCryptoError`` for a key
        ///   of another length, and for data that is not padded text under this key. Do not reveal
        ///   which data failed: an attacker that can try without limit can find the text out by
        ///   that.
        public static func decrypt(
            _ data: some ContiguousBytes,
            withKey key: some SecureData,
            initVector: some SecureData
        ) throws -> Data {
            let (key, vector) = try parameters(key, initVector)
            return try data.withUnsafeBytes { bytes in
                guard !bytes.isEmpty, bytes.count.isMultiple(of: blockSize) else {
                    throw CommonCryptoError.alignment
                }
                guard let text = try? Cipher._CBC.decrypt(bytes, using: key, iv: vector) else {
                    throw CommonCryptoError.decoding
                }
                return text
            }
        }

        private static func parameters(
            _ key: some SecureData,
            _ initVector: some SecureData
        ) throws -> (SymmetricKey, Cipher._CBC.IV) {
            guard initVector.byteCount == blockSize else {
                throw AESError.invalidInitVectorSize(blockSize)
            }
            guard [16, 24, 32].contains(key.byteCount) else { throw CommonCryptoError.keySize }
            let vector = try initVector.withUnsafeBytes { try Cipher._CBC.IV(ivBytes: $0) }
            return (key.withUnsafeBytes { SymmetricKey(data: $0) }, vector)
        }
    }
}

extension DVESecurity.Crypto.AES {
    /// Encrypts with a key that gives its bytes; otherwise as with the bytes.
    public static func encrypt(
        _ plainText: some ContiguousBytes,
        withKey key: some KeyDataRepresentable,
        initVector: some SecureData
    ) throws -> Data {
        try encrypt(plainText, withKey: key.keyData, initVector: initVector)
    }

    /// Decrypts with a key that gives its bytes; otherwise as with the bytes.
    public static func decrypt(
        _ data: some ContiguousBytes,
        withKey key: some KeyDataRepresentable,
        initVector: some SecureData
    ) throws -> Data {
        try decrypt(data, withKey: key.keyData, initVector: initVector)
    }
}
