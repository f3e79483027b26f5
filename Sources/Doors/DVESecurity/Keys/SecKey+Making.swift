internal import AppleVocabulary
internal import Foundation
internal import PortableKeychain

extension SecKey {
    /// Creates a new private key in memory.
    ///
    /// - Throws: The error of `SecKeyCreateRandomKey` for an unsupported size.
    static func random(_ type: SecKeyType, bits: Int) throws -> SecKey {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: type.name, kSecAttrKeySizeInBits: bits,
        ]
        return try reporting { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    }

    /// The public half of a private key.
    ///
    /// - Throws: ``Crypto/AsymmetricCryptoError/failedToGetPublicKey``.
    func publicKey() throws -> SecKey {
        guard let key = SecKeyCopyPublicKey(self) else {
            throw Crypto.AsymmetricCryptoError.failedToGetPublicKey
        }
        return key
    }

    /// SHA-1 of the public half, under which the keychain files both halves.
    func publicKeySHA1() throws -> Data { Data(try KeyMaterial(publicKey()).applicationLabel) }
}
