#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A search for identities, taken apart into one for certificates and one for private keys
/// (item-semantics.md §6.7).
struct IdentityJoin {
    private let certificate: ItemRequest
    private let key: ItemRequest
    /// Whether it is quicker to begin with the keys: when nothing is said of the certificate.
    let startsWithKeys: Bool

    /// What is compared with the certificate; all else with the key.
    private static let ofCertificate: Set<AttributeKey> = [
        .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .subject, .publicKeyHash,
        .certificateType, .certificateEncoding, .alias,
    ]

    init(_ request: ItemRequest) throws(KeychainError) {
        var certificate = ItemRequest(.copyMatching, itemClass: .certificate)
        var key = ItemRequest(.copyMatching, itemClass: .key)
        certificate.filters = request.filters
        certificate.namesItemList = request.namesItemList
        if let reference = request.persistentReference {
            certificate.itemClass = nil
            certificate.persistentReference = PersistentReferenceCoding.encode(
                .certificate,
                try PersistentReferenceCoding.decode(reference).identifier
            )
            key.attributes[.synchronizable] = .string("syna")
        } else {
            certificate.attributes[.synchronizable] = .string("syna")
        }
        for (name, value) in request.attributes {
            guard ClassSchema.certificate.has(name) || ClassSchema.key.has(name) else {
                _ = try ClassSchema.certificate.rule(name)
                continue
            }
            if Self.ofCertificate.contains(name) {
                certificate.attributes[name] = name == .issuer ? Self.normalized(value) : value
            } else {
                key.attributes[name] = value
            }
        }
        // Asked for another class than private keys, nothing can match (§6.7).
        if key.attributes[.keyClass] == nil {
            key.attributes[.keyClass] = .string(KeyClass.privateKey.rawValue)
        }
        self.certificate = certificate
        self.key = key
        startsWithKeys =
            certificate.persistentReference == nil && certificate.attributes.count == 1
    }

    /// The search for certificates, for those of one key where it is given.
    func certificates(_ hash: [UInt8]?) -> ItemRequest {
        var request = certificate
        if let hash { request.attributes[.publicKeyHash] = .data(Data(hash)) }
        return request
    }

    /// The search for private keys, for those of one certificate where it is given.
    func keys(_ hash: [UInt8]?) -> ItemRequest {
        var request = key
        if let hash {
            request.attributes[.applicationLabel] =
                request.attributes[.applicationLabel] ?? .data(Data(hash))
        }
        return request
    }

    /// An issuer as a whole Name, or as the normalized content of one.
    private static func normalized(_ value: AttributeValue) -> AttributeValue {
        guard case .data(let name) = value,
            let normalized = X509Certificate.normalizedName(name)
        else { return value }
        return .data(Data(normalized))
    }
}
