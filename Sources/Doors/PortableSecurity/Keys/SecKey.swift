public import Foundation
internal import ItemDictionaries
package import PortableKeychain

/// A public or private key in memory.
///
/// Make one with ``SecKeyCreateRandomKey(_:_:)`` or ``SecKeyCreateWithData(_:_:_:)``, or find one
/// with ``kSecReturnRef``. Two keys are equal when class, type and bytes are.
public final class SecKey: NSObject, Sendable {
    let material: KeyMaterial

    package init(_ material: KeyMaterial) { self.material = material }

    /// Whether another object is the same key.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? SecKey)?.material == material
    }

    /// A hash of the key that reveals nothing about a private key.
    public override var hash: Int { material.hashValue }
}

/// The number of keys, to compare with `CFGetTypeID`.
public func SecKeyGetTypeID() -> CFTypeID { TypeIdentifier.key }

/// The public half of a key.
///
/// - Parameter key: A private key, or a public one, which is its own public half.
/// - Returns: The public key.
public func SecKeyCopyPublicKey(_ key: SecKey) -> SecKey? { SecKey(key.material.publicKey) }

/// The bytes of a key, in the format of its type (item-semantics.md §6.2).
///
/// Bytes of a private key are a secret: keep them no longer than needed.
///
/// - Parameters:
///   - key: A public or private key.
///   - error: Receives ``errSecUnimplemented`` for a private key in a token, which never leaves it,
///     when `nil` is returned; release it.
/// - Returns: PKCS #1 for RSA, X9.63 for curves over prime fields, the raw key for others.
public func SecKeyCopyExternalRepresentation(
    _ key: SecKey,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    reporting(error) { () throws(KeychainError) in
        guard key.material.tokenID == nil else {
            throw refusal(.unimplemented, "a key cannot leave its token")
        }
        return data(key.material.externalRepresentation)
    }
}

/// The attributes of a key object (item-semantics.md §6.1).
///
/// - Parameter key: A public or private key.
/// - Returns: Truth values for its operations, strings for its class and type, numbers for its
///   sizes. The bytes are not among them.
public func SecKeyCopyAttributes(_ key: SecKey) -> CFDictionary? {
    KeyAttributes(key.material).dictionary
}

/// The length of a block of a key, in bytes.
///
/// - Parameter key: A public or private key.
/// - Returns: The length of the modulus for RSA, of a coordinate for curves, of the key for others.
public func SecKeyGetBlockSize(_ key: SecKey) -> Int {
    switch key.material.type {
    case .rsa, .ellipticCurve: (key.material.sizeInBits + 7) / 8
    default: key.material.externalRepresentation.count
    }
}
