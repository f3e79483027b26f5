public import Foundation
internal import ItemDictionaries
internal import PortableKeychain

/// Whether a key can be used in a way.
///
/// - Parameters:
///   - key: A public or private key.
///   - operation: The operation.
///   - algorithm: The algorithm.
/// - Returns: Whether the function for this operation accepts both.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey,
    _ operation: SecKeyOperationType,
    _ algorithm: SecKeyAlgorithm
) -> Bool {
    key.material.supports(operation.operation, algorithm.algorithm)
}

/// Signs a message or a digest.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: One with `Message` or `Digest` in its name, which says the kind of the input.
///   - dataToSign: The message, or a digest of exactly the length of its kind.
///   - error: Receives ``errSecParam`` when `nil` is returned; release it.
/// - Returns: The signature, or `nil`.
public func SecKeyCreateSignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(KeychainError) in
        Data(try key.material.sign(bytes(dataToSign), algorithm.algorithm)) as NSData
    }
}

/// Verifies a signature.
///
/// - Parameters:
///   - key: The signer's public key.
///   - algorithm: The algorithm of the signature.
///   - signedData: The message or digest.
///   - signature: The signature.
///   - error: Receives ``errSecVerifyFailed`` for a signature that does not fit, ``errSecParam``
///     for an algorithm that does not; release it.
/// - Returns: Whether the signature fits.
public func SecKeyVerifySignature(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ signedData: CFData,
    _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let fits: Void? = reporting(error) { () throws(KeychainError) in
        try key.material.verify(bytes(signature), of: bytes(signedData), algorithm.algorithm)
    }
    return fits != nil
}

/// Encrypts to the owner of a key.
///
/// - Parameters:
///   - key: A public key.
///   - algorithm: One with `Encryption` in its name.
///   - plaintext: The data to encrypt. Algorithms with `AESGCM` accept any length.
///   - error: Receives ``errSecParam`` when `nil` is returned; release it.
/// - Returns: The ciphertext (item-semantics.md §6.4), or `nil`.
public func SecKeyCreateEncryptedData(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ plaintext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(KeychainError) in
        Data(try key.material.encrypt(secret(plaintext), algorithm.algorithm)) as NSData
    }
}

/// Decrypts data that was encrypted to a key.
///
/// - Parameters:
///   - key: The private key.
///   - algorithm: The algorithm of the encryption.
///   - ciphertext: The result of ``SecKeyCreateEncryptedData(_:_:_:_:)``.
///   - error: Receives ``errSecParam`` when `nil` is returned, for altered bytes too; release it.
/// - Returns: The plaintext, or `nil`.
public func SecKeyCreateDecryptedData(
    _ key: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ ciphertext: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(KeychainError) in
        data(try key.material.decrypt(bytes(ciphertext), algorithm.algorithm))
    }
}

/// Agrees on a secret with the owner of another key.
///
/// - Parameters:
///   - privateKey: One's own private key.
///   - algorithm: One with `KeyExchange` in its name.
///   - publicKey: The other's public key, of the same kind.
///   - parameters: ``SecKeyKeyExchangeParameter`` keys: a size for algorithms that derive, and the
///     bytes that both sides know.
///   - error: Receives ``errSecParam`` when `nil` is returned; release it.
/// - Returns: The secret that both sides get, or `nil`.
public func SecKeyCopyKeyExchangeResult(
    _ privateKey: SecKey,
    _ algorithm: SecKeyAlgorithm,
    _ publicKey: SecKey,
    _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(KeychainError) in
        let size = try exchangeParameter(.requestedSize, of: parameters, integer)
        let info = try exchangeParameter(.sharedInfo, of: parameters) { $0 as? Data }
        let secret = try privateKey.material.keyExchange(
            algorithm.algorithm,
            with: publicKey.material,
            requestedSize: size.map { Int(clamping: $0) },
            sharedInfo: info.map { [UInt8]($0) } ?? []
        )
        return data(secret)
    }
}

/// A parameter in its type, `nil` if it is absent; a value of another type is refused.
private func exchangeParameter<R>(
    _ parameter: SecKeyKeyExchangeParameter,
    of dictionary: CFDictionary,
    _ read: (Any) -> R?
) throws(KeychainError) -> R? {
    guard let object = dictionary.object(forKey: parameter.rawValue) else { return nil }
    guard let value = read(object) else {
        throw refusal(.invalidParameter, "a parameter of the key exchange has another type")
    }
    return value
}

private func bytes(_ data: CFData) -> [UInt8] { [UInt8](data as Data) }
