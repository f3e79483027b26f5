@_spi(Keepers) package import PortableKeychain
internal import SafeText

extension PKCS12 {
    /// One request for each key and each certificate; a label in the attributes is used only for
    /// those of identities, and for keys without a certificate.
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
        for key in loneKeys {
            var named = attributes
            named[.label] =
                named[.label] ?? .string(key.friendlyName ?? ObjectFile.label(of: key.material))
            requests.append(
                ItemRequest(.add, itemClass: .key, attributes: named, object: .key(key.material))
            )
        }
        var others = attributes
        others[.label] = nil
        requests += certificates.filter { !own.contains($0) }.map {
            ItemRequest(.add, itemClass: .certificate, attributes: others, object: .certificate($0))
        }
        return requests
    }

    /// The entries that cannot be imported, with their number and what to do; `nil` if there are none.
    package var omission: String? { otherEntries.map { "\($0); \(Self.keeping)" } }

    /// Refuses a bundle that has only entries that cannot be imported.
    package func requireObjects() throws(FormatProblem) {
        let hasObjects = !identities.isEmpty || !loneKeys.isEmpty || !certificates.isEmpty
        guard !hasObjects, let otherEntries else { return }
        throw FormatProblem("not imported: \(otherEntries)", advice: Self.keeping)
    }

    private static let keeping = "keep the file"

    private var otherEntries: String? {
        var kinds: [String] = []
        if secretCount > 0 { kinds.append(counted(secretCount, "secret key")) }
        if unknownCount > 0 {
            kinds.append(
                counted(unknownCount, "entry of an unknown kind", "entries of unknown kinds")
            )
        }
        return kinds.isEmpty ? nil : kinds.joined(separator: ", ")
    }
}
