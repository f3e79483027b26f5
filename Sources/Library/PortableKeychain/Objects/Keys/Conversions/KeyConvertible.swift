public import Crypto
public import CryptoExtras
internal import KeychainEssentials

/// A key type of another library that converts to and from ``KeyMaterial``.
///
/// The key types of swift-crypto conform: the NIST curves, Curve25519, RSA, ML-KEM and ML-DSA. Pass
/// such a key to `keychain.keys.add(_:for:)`, and name its type to get it back:
///
/// ```swift
/// import Crypto
///
/// let keychain = try Keychain.default
/// try keychain.keys.add(P256.Signing.PrivateKey(), for: KeyItem(tag: "signing"))
/// let key = try keychain.keys.only(matching: .key(tag: "signing"), as: P256.Signing.PrivateKey.self)
/// ```
///
/// Conform a type of your own to store its keys in the same way. The conversion is an exchange of
/// bytes: the keychain holds no object of the other library.
public protocol KeyConvertible {
    /// Makes a key of this type from a key of the keychain.
    ///
    /// - Parameter keyMaterial: The key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key has another algorithm or size,
    ///   or is the other half of a pair.
    init(keyMaterial: KeyMaterial) throws(KeychainError)

    /// The key as a key of the keychain.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for a kind of key that a keychain cannot store.
    var keyMaterial: KeyMaterial { get throws(KeychainError) }
}

// The key types of swift-crypto that a keychain can store; RepresentedKey has their conversions.

extension P256.Signing.PrivateKey: KeyConvertible {}
extension P256.Signing.PublicKey: KeyConvertible {}
extension P256.KeyAgreement.PrivateKey: KeyConvertible {}
extension P256.KeyAgreement.PublicKey: KeyConvertible {}

extension P384.Signing.PrivateKey: KeyConvertible {}
extension P384.Signing.PublicKey: KeyConvertible {}
extension P384.KeyAgreement.PrivateKey: KeyConvertible {}
extension P384.KeyAgreement.PublicKey: KeyConvertible {}

extension P521.Signing.PrivateKey: KeyConvertible {}
extension P521.Signing.PublicKey: KeyConvertible {}
extension P521.KeyAgreement.PrivateKey: KeyConvertible {}
extension P521.KeyAgreement.PublicKey: KeyConvertible {}

extension Curve25519.Signing.PrivateKey: KeyConvertible {}
extension Curve25519.Signing.PublicKey: KeyConvertible {}
extension Curve25519.KeyAgreement.PrivateKey: KeyConvertible {}
extension Curve25519.KeyAgreement.PublicKey: KeyConvertible {}

extension _RSA.Signing.PrivateKey: KeyConvertible {}
extension _RSA.Signing.PublicKey: KeyConvertible {}
extension _RSA.Encryption.PrivateKey: KeyConvertible {}
extension _RSA.Encryption.PublicKey: KeyConvertible {}

// On Apple's systems the engine of this library has no post-quantum keys (PostQuantumFamilies).
#if !canImport(Darwin)
    extension MLKEM768.PrivateKey: KeyConvertible {}
    extension MLKEM768.PublicKey: KeyConvertible {}
    extension MLKEM1024.PrivateKey: KeyConvertible {}
    extension MLKEM1024.PublicKey: KeyConvertible {}

    extension MLDSA65.PrivateKey: KeyConvertible {}
    extension MLDSA65.PublicKey: KeyConvertible {}
    extension MLDSA87.PrivateKey: KeyConvertible {}
    extension MLDSA87.PublicKey: KeyConvertible {}
#endif

extension KeyMaterial {
    /// Takes over the external representation of another library's key.
    convenience init(
        _ representation: Data,
        _ keyClass: KeyClass,
        _ family: any KeyFamily
    ) throws(KeychainError) {
        let bytes = SecretBytes(copying: representation)
        switch keyClass {
        case .privateKey: try self.init(privateKey: bytes, family: family)
        case .publicKey:
            try self.init(publicKey: bytes.withUnsafeBytes { [UInt8]($0) }, family: family)
        }
    }

    /// Lends the external representation to another library, if the key is of the expected kind.
    func convert<Key>(
        _ keyClass: KeyClass,
        _ family: any KeyFamily,
        _ make: (UnsafeRawBufferPointer) throws -> Key
    ) throws(KeychainError) -> Key {
        guard self.keyClass == keyClass, self.family.algorithm == family.algorithm else {
            throw KeychainError(.invalidParameter, reason: "The key is of another kind.")
        }
        guard tokenID == nil else { throw TokenKeys.staysInToken }
        return try KeychainError.attempt(.invalidParameter, "The key is of another kind.") {
            try externalRepresentation.withUnsafeBytes(make)
        }
    }
}
