internal import AppleVocabulary
internal import Foundation

extension SecKey {
    /// Signs a message or a digest.
    func sign(_ bytes: some DataProtocol, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try demand(.sign, algorithm)
        return try Self.reporting {
            SecKeyCreateSignature(self, algorithm, Data(bytes) as CFData, $0)
        } as Data
    }

    /// Whether a signature fits a message or a digest.
    ///
    /// - Throws: The error of `SecKeyVerifySignature` for problems other than a wrong signature.
    func verify(
        _ signature: Data,
        of bytes: some DataProtocol,
        _ algorithm: SecKeyAlgorithm
    ) throws -> Bool {
        try demand(.verify, algorithm)
        do {
            let fits: Void? = try Self.reporting {
                let fits = SecKeyVerifySignature(
                    self,
                    algorithm,
                    Data(bytes) as CFData,
                    signature as CFData,
                    $0
                )
                return fits ? () : nil
            }
            return fits != nil
        } catch let error as NSError where error.code == Int(errSecVerifyFailed) {
            return false
        }
    }

    /// Encrypts to the owner of the key.
    func encrypt(_ plaintext: some DataProtocol, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try demand(.encrypt, algorithm)
        return try Self.reporting {
            SecKeyCreateEncryptedData(self, algorithm, Data(plaintext) as CFData, $0)
        } as Data
    }

    /// Decrypts data that was encrypted to the key.
    func decrypt(_ ciphertext: some DataProtocol, _ algorithm: SecKeyAlgorithm) throws -> Data {
        try demand(.decrypt, algorithm)
        return try Self.reporting {
            SecKeyCreateDecryptedData(self, algorithm, Data(ciphertext) as CFData, $0)
        } as Data
    }

    /// Refuses operations that a key does not support.
    ///
    /// - Throws: ``Crypto/AsymmetricCryptoError/unsupportedOperation(_:)``.
    private func demand(
        _ operation: SecKeyOperationType,
        _ algorithm: SecKeyAlgorithm
    ) throws {
        guard SecKeyIsAlgorithmSupported(self, operation, algorithm) else {
            throw Crypto.AsymmetricCryptoError.unsupportedOperation(operation)
        }
    }
}
