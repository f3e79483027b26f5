public import Foundation
internal import ItemDictionaries
@_spi(Keepers) internal import PortableKeychain

/// A certificate with its private key.
///
/// Two identities are equal when both parts are.
public final class SecIdentity: NSObject, Sendable {
    let certificate: X509Certificate
    let privateKey: KeyMaterial

    init(_ certificate: X509Certificate, _ privateKey: KeyMaterial) {
        self.certificate = certificate
        self.privateKey = privateKey
    }

    /// Whether another object is the same identity.
    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? SecIdentity else { return false }
        return other.certificate == certificate && other.privateKey == privateKey
    }

    /// A hash that reveals nothing about the private key.
    public override var hash: Int { certificate.hashValue }
}

/// The number of identities, to compare with `CFGetTypeID`.
public func SecIdentityGetTypeID() -> CFTypeID { TypeIdentifier.identity }

/// Joins a certificate with its private key.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - certificate: The certificate.
///   - privateKey: The private key of the public key in it.
/// - Returns: The identity, or `nil` if the key is not that of the certificate.
public func SecIdentityCreate(
    _ allocator: CFAllocator?,
    _ certificate: SecCertificate,
    _ privateKey: SecKey
) -> SecIdentity? {
    let key = privateKey.material
    guard key.keyClass == .privateKey,
        let publicKey = try? certificate.certificate.publicKey(), publicKey == key.publicKey
    else { return nil }
    return SecIdentity(certificate.certificate, key)
}

/// Finds the private key of a certificate in the keychain.
///
/// - Parameters:
///   - keychainOrArray: Always `nil`: there is one keychain.
///   - certificateRef: The certificate, which need not be stored.
///   - identityRef: Receives the identity, or `nil`.
/// - Returns: ``errSecSuccess``, ``errSecItemNotFound``, or another code.
@discardableResult
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?,
    _ certificateRef: SecCertificate,
    _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    identityRef.pointee = nil
    return status { () throws(KeychainError) in
        let certificate = certificateRef.certificate
        let request = ItemRequest(
            .copyMatching,
            itemClass: .key,
            attributes: [
                .keyClass: .string(KeyClass.privateKey.rawValue),
                .applicationLabel: .data(Data(certificate.publicKeyHash)),
            ],
            returning: .reference
        )
        let answer = try asking { keychain throws(KeychainError) in try keychain.perform(request) }
        guard case .key(let key) = answer.items.first?.object else {
            throw refusal(.itemNotFound)
        }
        identityRef.pointee = SecIdentity(certificate, key)
    }
}

/// The certificate of an identity.
///
/// - Parameters:
///   - identityRef: The identity.
///   - certificateRef: Receives the certificate.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecIdentityCopyCertificate(
    _ identityRef: SecIdentity,
    _ certificateRef: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    certificateRef.pointee = SecCertificate(identityRef.certificate)
    return errSecSuccess
}

/// The private key of an identity.
///
/// - Parameters:
///   - identityRef: The identity.
///   - privateKeyRef: Receives the key.
/// - Returns: ``errSecSuccess``.
@discardableResult
public func SecIdentityCopyPrivateKey(
    _ identityRef: SecIdentity,
    _ privateKeyRef: UnsafeMutablePointer<SecKey?>
) -> OSStatus {
    privateKeyRef.pointee = SecKey(identityRef.privateKey)
    return errSecSuccess
}
