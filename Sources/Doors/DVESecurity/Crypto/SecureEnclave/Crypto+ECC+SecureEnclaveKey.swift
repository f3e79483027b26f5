public import AppleVocabulary
internal import Foundation

extension Crypto.ECC {
    /// The reason why a key cannot be one of a Secure Enclave.
    public enum SecureEnclaveKeyError: Error, Equatable, Sendable {
        /// The key is not on P-256, the only curve of a Secure Enclave.
        case unsupportedCurve
    }

    /// The system has no Secure Enclave, and the keychain no token in its place, so it makes no such
    /// keys.
    ///
    /// Keys are not created in memory instead: callers rely on the properties that only an enclave
    /// can promise. Take ``PrivateKey`` where a key in memory does.
    public struct SecureEnclaveUnavailableError: Error, Equatable, Sendable {
        /// Creates the error.
        public init() {}
    }

    /// A private key on P-256 that never leaves the Secure Enclave of this device; on Linux, the
    /// token of the keychain's configuration.
    public struct SecureEnclaveKey: ECCSecureEnclaveKey, CustomDebugStringConvertible {
        /// The handle of the key as the Security framework has it.
        public var secKey: SecKey

        /// Creates a new key that is not stored.
        ///
        /// - Throws: ``SecureEnclaveUnavailableError`` where there is no enclave and no token;
        ///   what `SecKeyCreateRandomKey` reports.
        public init() throws {
            secKey = try .randomInSecureEnclave(.defaultSecureEnclaveAccessControl)
        }
    }
}

extension Crypto.ECC.SecureEnclaveKey: SecKeyConvertible {
    /// Takes a key of the Security framework.
    ///
    /// - Parameter secKey: A private key in a Secure Enclave.
    /// - Throws: ``Crypto/KeyError/invalidSecKey`` for a key in memory or of another kind,
    ///   ``Crypto/ECC/SecureEnclaveKeyError/unsupportedCurve`` for one on another curve.
    public init(secKey: SecKey) throws {
        let key = try secKey.expecting(Self.secKeyClass)
        guard key.sizeInBits == Crypto.ECC.EllipticCurve.p256.sizeInBits else {
            throw Crypto.ECC.SecureEnclaveKeyError.unsupportedCurve
        }
        guard key.isInSecureEnclave else { throw Crypto.KeyError.invalidSecKey }
        self.secKey = key
    }
}

extension Crypto.ECC.SecureEnclaveKey {
    /// Creates a new key and stores its handle: both, or nothing.
    ///
    /// - Parameters:
    ///   - keychainTag: The name by which it is to be found.
    ///   - accessGroup: The access group of the new item.
    ///   - accessControl: The condition under which it can be used, and the proofs that it
    ///     requires.
    /// - Throws: ``Crypto/ECC/SecureEnclaveUnavailableError`` where there is no enclave and no
    ///   token; what `SecKeyCreateRandomKey` reports.
    public init(
        inKeychainWithTag keychainTag: String,
        accessGroup: String = Keychain.defaultAccessGroup,
        accessControl: Keychain.AccessControl = .defaultSecureEnclaveAccessControl
    ) throws {
        var attributes: [CFString: Any] = [
            kSecAttrIsPermanent: true, kSecAttrApplicationTag: keychainTag,
        ]
        attributes[kSecAttrAccessGroup] = Keychain.name(ofAccessGroup: accessGroup)
        secKey = try .randomInSecureEnclave(accessControl, attributes)
    }
}

// Keys of the Security framework do not change, and its functions may be called from any thread.
extension Crypto.ECC.SecureEnclaveKey: @unchecked Sendable {}

extension SecKey {
    /// Creates a new private key in the Secure Enclave.
    ///
    /// - Parameters:
    ///   - control: The authentication that its use requires.
    ///   - attributes: The attributes with which it is stored; empty for a key that is not stored.
    /// - Returns: Its handle.
    /// - Throws: ``Crypto/ECC/SecureEnclaveUnavailableError``, or the error that the function
    ///   reports.
    fileprivate static func randomInSecureEnclave(
        _ control: Keychain.AccessControl,
        _ attributes: [CFString: Any] = [:]
    ) throws -> SecKey {
        var attributes = attributes
        attributes[kSecAttrAccessControl] = try control.makeObject()
        let parameters: [CFString: Any] = [
            kSecAttrKeyType: SecKeyType.ellipticCurve.name,
            kSecAttrKeySizeInBits: Crypto.ECC.EllipticCurve.p256.sizeInBits,
            kSecAttrTokenID: kSecAttrTokenIDSecureEnclave,
            kSecUseDataProtectionKeychain: true,
            kSecPrivateKeyAttrs: attributes,
        ]
        do {
            return try reporting { SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
        } catch let error as NSError where error.code == Int(errSecUnimplemented) {
            throw Crypto.ECC.SecureEnclaveUnavailableError()
        }
    }
}
