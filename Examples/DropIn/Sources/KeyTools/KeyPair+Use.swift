import Foundation
import Security

extension KeyPair {
    /// Signs a message.
    public func sign(_ message: Data, _ algorithm: SecKeyAlgorithm) throws -> Data {
        guard SecKeyIsAlgorithmSupported(privateKey, .sign, algorithm) else {
            throw KeyToolsError.unsupported(algorithm.rawValue as String)
        }
        return try attempt {
            SecKeyCreateSignature(privateKey, algorithm, message as CFData, $0)
        } as Data
    }

    /// Whether a signature is of this message.
    public func verify(_ signature: Data, of message: Data, _ algorithm: SecKeyAlgorithm) -> Bool {
        SecKeyVerifySignature(
            publicKey,
            algorithm,
            message as CFData,
            signature as CFData,
            nil
        )
    }

    /// Encrypts to this pair, for a curve with ECIES, for RSA with OAEP.
    public func encrypt(_ message: Data) throws -> Data {
        let algorithm = try encryption(publicKey, .encrypt)
        return try attempt {
            SecKeyCreateEncryptedData(publicKey, algorithm, message as CFData, $0)
        } as Data
    }

    /// Decrypts data that was encrypted to this pair.
    public func decrypt(_ message: Data) throws -> Data {
        let algorithm = try encryption(privateKey, .decrypt)
        return try attempt {
            SecKeyCreateDecryptedData(privateKey, algorithm, message as CFData, $0)
        } as Data
    }

    /// The secret that only the owners of these two keys get.
    public func agree(with other: SecKey, length: Int) throws -> Data {
        let parameters: [String: Any] = [
            SecKeyKeyExchangeParameter.requestedSize.rawValue as String: length
        ]
        return try attempt {
            SecKeyCopyKeyExchangeResult(
                privateKey,
                .ecdhKeyExchangeStandardX963SHA256,
                other,
                parameters as CFDictionary,
                $0
            )
        } as Data
    }

    /// The public key's bytes.
    public func exportPublicKey() throws -> Data {
        try attempt { SecKeyCopyExternalRepresentation(publicKey, $0) } as Data
    }

    /// A public key of its bytes.
    public static func importPublicKey(_ bytes: Data, _ kind: Kind) throws -> SecKey {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kind.type,
            kSecAttrKeyClass: kSecAttrKeyClassPublic,
            kSecAttrKeySizeInBits: kind.bits,
        ]
        return try attempt {
            SecKeyCreateWithData(bytes as CFData, attributes as CFDictionary, $0)
        }
    }

    /// The hash of the public key that the keychain knows the pair by.
    public var applicationLabel: Data? {
        let attributes = SecKeyCopyAttributes(privateKey) as? [String: Any]
        return attributes?[kSecAttrApplicationLabel as String] as? Data
    }

    private func encryption(_ key: SecKey, _ use: SecKeyOperationType) throws -> SecKeyAlgorithm {
        let known: [SecKeyAlgorithm] = [
            .eciesEncryptionCofactorVariableIVX963SHA256AESGCM, .rsaEncryptionOAEPSHA256,
        ]
        guard let found = known.first(where: { SecKeyIsAlgorithmSupported(key, use, $0) }) else {
            throw KeyToolsError.unsupported("encryption")
        }
        return found
    }
}
