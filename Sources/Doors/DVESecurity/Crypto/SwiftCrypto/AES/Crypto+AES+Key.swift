public import Foundation

extension Crypto.AES {
    /// A key for ``Crypto/AES``.
    ///
    /// With ``Crypto/KeyData`` as its bytes it can be stored:
    ///
    /// ```swift
    /// let key = try Crypto.AES.Key.createRandom(.bits256)
    /// try Keychain.saveKey(key, withTag: "com.example.notes", applicationLabel: nil)
    /// ```
    public struct Key<SD: SecureData> {
        /// The bytes.
        public let keyData: SD

        /// Takes bytes as a key.
        ///
        /// - Parameter keyData: 16, 24 or 32 bytes; with others, encrypting fails.
        public init(keyData: SD) { self.keyData = keyData }

        /// Encrypts, as the function of ``Crypto/AES`` does.
        public func encrypt(
            _ plainText: some ContiguousBytes,
            initVector: some SecureData
        ) throws -> Data {
            try Crypto.AES.encrypt(plainText, withKey: keyData, initVector: initVector)
        }

        /// Decrypts, as the function of ``Crypto/AES`` does.
        public func decrypt(
            _ data: some ContiguousBytes,
            initVector: some SecureData
        ) throws -> Data {
            try Crypto.AES.decrypt(data, withKey: keyData, initVector: initVector)
        }
    }
}

extension Crypto.AES.Key: Sendable where SD: Sendable {}
extension Crypto.AES.Key: Equatable where SD == Crypto.KeyData {}
extension Crypto.AES.Key: Hashable where SD == Crypto.KeyData {}
extension Crypto.AES.Key: KeyDataConvertible where SD == Crypto.KeyData {}
extension Crypto.AES.Key: KeyDataRepresentable where SD == Crypto.KeyData {}
