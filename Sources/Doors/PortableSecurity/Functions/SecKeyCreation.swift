public import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// Creates a key pair and stores its permanent halves.
///
/// - Parameters:
///   - parameters: ``kSecAttrKeyType`` as one of its constants, ``kSecAttrKeySizeInBits``, and
///     attributes of both halves; ``kSecPrivateKeyAttrs`` and ``kSecPublicKeyAttrs`` hold those of
///     one half. A half with ``kSecAttrIsPermanent`` is stored. With ``kSecAttrTokenID`` the token
///     of the current keychain makes the key, which is on P-256 and never leaves it
///     (item-semantics.md §6.9); without a token the status is ``errSecUnimplemented``.
///   - error: Receives an error with a status code when `nil` is returned; release it.
/// - Returns: The private key, or `nil`; then nothing was stored.
public func SecKeyCreateRandomKey(
    _ parameters: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(error) { () throws(KeychainError) in SecKey(try makePair(parameters)) }
}

/// Creates a new pair of keys; Apple prefers ``SecKeyCreateRandomKey(_:_:)``.
///
/// - Parameters:
///   - parameters: The same as for ``SecKeyCreateRandomKey(_:_:)``.
///   - publicKey: Receives the public key; may be `nil`.
///   - privateKey: Receives the private key; may be `nil`.
/// - Returns: ``errSecSuccess``, or another code; then nothing was stored.
@discardableResult
public func SecKeyGeneratePair(
    _ parameters: CFDictionary,
    _ publicKey: UnsafeMutablePointer<SecKey?>?,
    _ privateKey: UnsafeMutablePointer<SecKey?>?
) -> OSStatus {
    status { () throws(KeychainError) in
        let key = try makePair(parameters)
        publicKey?.pointee = SecKey(key.publicKey)
        privateKey?.pointee = SecKey(key)
    }
}

/// Reads a key from its bytes.
///
/// - Parameters:
///   - keyData: The bytes, in the format of ``SecKeyCopyExternalRepresentation(_:_:)``; a public
///     RSA key may also be a `SubjectPublicKeyInfo`, as PEM files with "PUBLIC KEY" hold it.
///   - attributes: ``kSecAttrKeyType`` and ``kSecAttrKeyClass``. A size is not trusted.
///   - error: Receives ``errSecParam`` for bytes that are not a valid key of this type,
///     ``errSecUnimplemented`` for symmetric keys and keys on tokens, when `nil` is returned;
///     release it.
/// - Returns: The key, or `nil`.
public func SecKeyCreateWithData(
    _ keyData: CFData,
    _ attributes: CFDictionary,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecKey? {
    reporting(error) { () throws(KeychainError) in
        guard attributes.object(forKey: kSecAttrTokenID) == nil else {
            throw refusal(.unimplemented, "no bytes make a key in a token; it has to make the key")
        }
        guard let type = decimal(attributes.object(forKey: kSecAttrKeyType)),
            let half = decimal(attributes.object(forKey: kSecAttrKeyClass))
        else {
            throw refusal(.invalidParameter, "the type or the class of the key is missing")
        }
        guard half != kSecAttrKeyClassSymmetric as String else {
            throw refusal(.unimplemented, "symmetric keys have no object")
        }
        guard let keyClass = KeyClass(rawValue: half) else {
            throw refusal(.invalidParameter, "there is no such class of keys")
        }
        let bytes = try secret(keyData)
        let keyType = KeyType(rawValue: type)
        if keyType == .rsa, keyClass == .publicKey, let key = rsaKey(subjectPublicKeyInfo: bytes) {
            return SecKey(key)
        }
        return SecKey(
            try KeyMaterial(externalRepresentation: bytes, type: keyType, keyClass: keyClass)
        )
    }
}

private func makePair(_ parameters: CFDictionary) throws(KeychainError) -> KeyMaterial {
    let wanted = try KeyPairParameters(parameters)
    guard wanted.isInToken else {
        let key = try KeyMaterial.generate(wanted.specification)
        let additions = try wanted.additions(of: key)
        guard !additions.isEmpty else { return key }
        return try asking { keychain throws(KeychainError) -> KeyMaterial in
            _ = try keychain.performTogether(additions)
            return key
        }
    }
    return try asking { keychain throws(KeychainError) -> KeyMaterial in
        let key = try keychain.makeTokenKey(wanted.specification)
        let additions = try wanted.additions(of: key)
        guard !additions.isEmpty else { return key }
        // The key as stored: its access control applies from the first use on.
        for answer in try keychain.performTogether(additions) {
            if case .key(let stored) = answer.items.first?.object, stored.tokenID != nil {
                return stored
            }
        }
        return key
    }
}

/// The RSA key in a `SubjectPublicKeyInfo` (RFC 5280, 4.1); `nil` for other bytes.
private func rsaKey(subjectPublicKeyInfo bytes: SecretBytes) -> KeyMaterial? {
    let key = try? KeyMaterial(subjectPublicKeyInfo: bytes.withUnsafeBytes { [UInt8]($0) })
    return key?.type == .rsa ? key : nil
}

/// A decimal name, given as a string or as a number.
private func decimal(_ object: Any?) -> String? {
    guard let object else { return nil }
    return object as? String ?? integer(object).map(String.init)
}
