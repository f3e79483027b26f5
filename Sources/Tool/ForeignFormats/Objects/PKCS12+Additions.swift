@_spi(Keepers) package import PortableKeychain

extension PKCS12 {
    /// One request for each key and each certificate; a label in the attributes is used only for
    /// those of identities.
    package func additions(_ attributes: ItemAttributes) -> [ItemRequest] {
        var own: Set<X509Certificate> = []
        var requests: [ItemRequest] = []
        for identity in identities {
            var named = attributes
            if let name = identity.friendlyName { named[.label] = named[.label] ?? .string(name) }
            own.insert(identity.certificate)
            requests.append(
                ItemRequest(
                    .add,
                    itemClass: .certificate,
                    attributes: named,
                    object: .certificate(identity.certificate)
                )
            )
            requests.append(
                ItemRequest(
                    .add,
                    itemClass: .key,
                    attributes: named,
                    object: .key(identity.privateKey)
                )
            )
        }
        var others = attributes
        others[.label] = nil
        requests += certificates.filter { !own.contains($0) }.map {
            ItemRequest(.add, itemClass: .certificate, attributes: others, object: .certificate($0))
        }
        return requests
    }
}
