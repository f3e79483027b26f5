internal import ItemDictionaries
internal import PortableKeychain

// The older functions of keys, on buffers of the caller.

/// Signs a digest; Apple prefers ``SecKeyCreateSignature(_:_:_:_:)``.
///
/// - Parameters:
///   - key: A private key.
///   - padding: The wrapping of the digest, and its kind.
///   - dataToSign: The digest; the bytes themselves under ``SecPadding/PKCS1`` and without padding.
///   - dataToSignLen: Its length in bytes.
///   - sig: Receives the signature.
///   - sigLen: The room there in bytes; receives the length of the signature.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for a padding that the key does not have, a digest
///   of another length, a negative length, and too little room.
@discardableResult
public func SecKeyRawSign(
    _ key: SecKey,
    _ padding: SecPadding,
    _ dataToSign: UnsafePointer<UInt8>,
    _ dataToSignLen: Int,
    _ sig: UnsafeMutablePointer<UInt8>,
    _ sigLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    writing(to: sig, sigLen) { () throws(KeychainError) in
        let digest = Array(try input(dataToSign, dataToSignLen))
        let algorithm = try padding.signature(key.material.type).orRefusal()
        return SecretBytes(try key.material.sign(digest, algorithm))
    }
}

/// Verifies a signature of a digest; Apple prefers ``SecKeyVerifySignature(_:_:_:_:_:)``.
///
/// - Parameters:
///   - key: The signer's public key.
///   - padding: The padding of the signature.
///   - signedData: The digest.
///   - signedDataLen: Its length in bytes.
///   - sig: The signature.
///   - sigLen: Its length in bytes.
/// - Returns: ``errSecSuccess``, ``errSSLCrypto`` for a signature that does not fit, ``errSecParam``
///   as in ``SecKeyRawSign(_:_:_:_:_:_:)``.
public func SecKeyRawVerify(
    _ key: SecKey,
    _ padding: SecPadding,
    _ signedData: UnsafePointer<UInt8>,
    _ signedDataLen: Int,
    _ sig: UnsafePointer<UInt8>,
    _ sigLen: Int
) -> OSStatus {
    let result = status { () throws(KeychainError) in
        let digest = Array(try input(signedData, signedDataLen))
        let signature = Array(try input(sig, sigLen))
        let algorithm = try padding.signature(key.material.type).orRefusal()
        try key.material.verify(signature, of: digest, algorithm)
    }
    // The number that these functions had before there was one of their own.
    return result == errSecVerifyFailed ? errSSLCrypto : result
}

/// Encrypts to the owner of a key; Apple prefers ``SecKeyCreateEncryptedData(_:_:_:_:)``.
///
/// - Parameters:
///   - key: A public RSA key.
///   - padding: ``SecPadding/PKCS1``, ``SecPadding/OAEP``, or none.
///   - plainText: The data.
///   - plainTextLen: Its length in bytes.
///   - cipherText: Receives the ciphertext.
///   - cipherTextLen: The room there in bytes; receives the length of the ciphertext.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for a padding that the key does not have, data that
///   is too long, a negative length, and too little room.
@discardableResult
public func SecKeyEncrypt(
    _ key: SecKey,
    _ padding: SecPadding,
    _ plainText: UnsafePointer<UInt8>,
    _ plainTextLen: Int,
    _ cipherText: UnsafeMutablePointer<UInt8>,
    _ cipherTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    writing(to: cipherText, cipherTextLen) { () throws(KeychainError) in
        let plaintext = SecretBytes(try input(plainText, plainTextLen))
        let algorithm = try padding.encryption(key.material.type).orRefusal()
        return SecretBytes(try key.material.encrypt(plaintext, algorithm))
    }
}

/// Decrypts data that was encrypted to a key; Apple prefers
/// ``SecKeyCreateDecryptedData(_:_:_:_:)``.
///
/// - Parameters:
///   - key: The private RSA key.
///   - padding: The padding of the ciphertext. Without padding, zeroes in front of the result are
///     dropped, as by Apple's.
///   - cipherText: The ciphertext.
///   - cipherTextLen: Its length in bytes.
///   - plainText: Receives the data.
///   - plainTextLen: The room there in bytes; receives the length of the data.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for a padding that the key does not have, for a
///   ciphertext that was not made for the key, a negative length, and too little room.
@discardableResult
public func SecKeyDecrypt(
    _ key: SecKey,
    _ padding: SecPadding,
    _ cipherText: UnsafePointer<UInt8>,
    _ cipherTextLen: Int,
    _ plainText: UnsafeMutablePointer<UInt8>,
    _ plainTextLen: UnsafeMutablePointer<Int>
) -> OSStatus {
    writing(to: plainText, plainTextLen, skippingZeroes: padding == []) {
        () throws(KeychainError) in
        let ciphertext = Array(try input(cipherText, cipherTextLen))
        let algorithm = try padding.encryption(key.material.type).orRefusal()
        return try key.material.decrypt(ciphertext, algorithm)
    }
}

/// The bytes that the caller passes in a buffer; a negative length, such as an error number, is
/// refused.
private func input(
    _ start: UnsafePointer<UInt8>,
    _ count: Int
) throws(KeychainError) -> UnsafeBufferPointer<UInt8> {
    guard count >= 0 else { throw refusal(.invalidParameter, "the length is negative") }
    return UnsafeBufferPointer(start: start, count: count)
}

/// Puts a result where the caller wants it, if there is enough room; otherwise changes nothing.
private func writing(
    to room: UnsafeMutablePointer<UInt8>,
    _ length: UnsafeMutablePointer<Int>,
    skippingZeroes: Bool = false,
    _ body: () throws(KeychainError) -> SecretBytes
) -> OSStatus {
    status { () throws(KeychainError) in
        try body().withUnsafeBytes { bytes throws(KeychainError) in
            let start = skippingZeroes ? bytes.prefix { $0 == 0 }.count : 0
            let result = UnsafeRawBufferPointer(rebasing: bytes[start...])
            guard result.count <= length.pointee else {
                throw refusal(.invalidParameter, "the buffer is too small")
            }
            UnsafeMutableRawBufferPointer(start: room, count: result.count)
                .copyMemory(from: result)
            length.pointee = result.count
        }
    }
}

extension KeyAlgorithm? {
    /// The algorithm; a key has no algorithm for each padding.
    fileprivate func orRefusal() throws(KeychainError) -> KeyAlgorithm {
        guard let self else {
            throw refusal(.invalidParameter, "this key does not support this padding")
        }
        return self
    }
}
