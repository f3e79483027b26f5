internal import Foundation
internal import PortableKeychain

// The live objects of `kSecValueRef` and `kSecReturnRef`, here and in the library.

/// What the library calls a live object; any other object stands for no item.
func itemObject(_ object: Any) throws(KeychainError) -> ItemObject {
    switch object {
    case let key as SecKey: return .key(key.material)
    case let certificate as SecCertificate: return .certificate(certificate.certificate)
    case let identity as SecIdentity: return .identity(identity.certificate, identity.privateKey)
    default: throw refusal(.invalidParameter, "this value stands for no item")
    }
}

/// What callers call a live object.
func reference(to object: ItemObject) -> CFTypeRef {
    switch object {
    case .key(let key): SecKey(key)
    case .certificate(let certificate): SecCertificate(certificate)
    case .identity(let certificate, let key): SecIdentity(certificate, key)
    }
}
