#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A key of another library, such as swift-crypto's `P256.Signing.PrivateKey`.
///
/// Keys of swift-crypto conform; conform your own types to keep them in a keychain too.
public protocol KeyConvertible {
    /// Makes the type's key of a key of the keychain.
    ///
    /// - Parameter keyMaterial: The key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when it is of another algorithm, size or
    ///   half.
    init(keyMaterial: KeyMaterial) throws(KeychainError)

    /// The key as a key of the keychain.
    ///
    /// - Throws: ``KeychainError/Code/undecodable`` for a key that no keychain holds.
    var keyMaterial: KeyMaterial { get throws(KeychainError) }
}

extension KeyMaterial {
    /// Takes over the external representation of another library's key.
    convenience init(
        _ representation: Data,
        _ keyClass: KeyClass,
        _ family: some KeyFamily
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
        _ family: some KeyFamily,
        _ make: (UnsafeRawBufferPointer) throws -> Key
    ) throws(KeychainError) -> Key {
        guard self.keyClass == keyClass, self.family.algorithm == family.algorithm else {
            throw KeychainError(.invalidParameter, reason: "The key is of another kind.")
        }
        return try KeychainError.attempt(.invalidParameter, "The key is of another kind.") {
            try externalRepresentation.withUnsafeBytes(make)
        }
    }
}
