internal import Foundation
internal import ItemDictionaries
@_spi(Keepers) package import PortableKeychain

// The live objects of `kSecValueRef` and `kSecReturnRef`, here and in the library.

extension SecKey: ItemObjectHolder {
    package var itemObject: ItemObject { .key(material) }
}

extension SecCertificate: ItemObjectHolder {
    package var itemObject: ItemObject { .certificate(certificate) }
}

extension SecIdentity: ItemObjectHolder {
    package var itemObject: ItemObject { .identity(certificate, privateKey) }
}

extension SecPolicy: PolicyHolder {}

extension LiveObjects {
    /// The objects of Apple's names.
    static let security = LiveObjects(
        reference: { reference(to: $0) },
        control: { SecAccessControl($0) }
    )
}

/// The name of a live object in messages.
func reference(to object: ItemObject) -> CFTypeRef {
    switch object {
    case .key(let key): SecKey(key)
    case .certificate(let certificate): SecCertificate(certificate)
    case .identity(let certificate, let key): SecIdentity(certificate, key)
    }
}
