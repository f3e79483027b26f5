import Foundation
import Security

/// Code in the manner of libraries that are older than `SecKeyCreateSignature`.
public enum OlderKeys {
    /// Signs, verifies, encrypts and decrypts with buffers.
    public static func goThroughBuffers() -> Bool {
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 2048,
        ]
        guard let key = SecKeyCreateRandomKey(parameters as CFDictionary, nil),
            let publicKey = SecKeyCopyPublicKey(key)
        else { return false }
        let digest = [UInt8](repeating: 7, count: 32)
        var signature = [UInt8](repeating: 0, count: SecKeyGetBlockSize(key))
        var length = signature.count
        var status = SecKeyRawSign(key, .PKCS1SHA256, digest, digest.count, &signature, &length)
        guard status == errSecSuccess else { return false }
        status = SecKeyRawVerify(
            publicKey,
            SecPadding.PKCS1SHA256,
            digest,
            digest.count,
            signature,
            length
        )
        guard status == errSecSuccess else { return false }
        let padding = SecPadding.OAEP
        var cipher = Data(count: SecKeyGetBlockSize(publicKey))
        var cipherLength = cipher.count
        status = cipher.withUnsafeMutableBytes { room in
            guard let start = room.bindMemory(to: UInt8.self).baseAddress else { return errSecParam }
            return SecKeyEncrypt(publicKey, padding, digest, digest.count, start, &cipherLength)
        }
        guard status == errSecSuccess else { return false }
        var plain = [UInt8](repeating: 0, count: cipherLength)
        var plainLength = plain.count
        status = SecKeyDecrypt(key, padding, [UInt8](cipher), cipherLength, &plain, &plainLength)
        return status == errSecSuccess && Array(plain.prefix(plainLength)) == digest
    }
}
