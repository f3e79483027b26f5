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
    /// Whether no pair can match, although the search is well-formed.
    let isImpossible: Bool

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
            key.attributes[.synchronizable] = SynchronizationScope.any.value
        } else {
            certificate.attributes[.synchronizable] = SynchronizationScope.any.value
        }
        for (name, value) in request.attributes {
            guard ClassSchema.certificate.has(name) || ClassSchema.key.has(name) else {
                _ = try ClassSchema.certificate.rule(name)
                continue
            }
            if Self.ofCertificate.contains(name) {
                certificate.attributes[name] = name == .issuer ? value.normalizedName : value
            } else {
                key.attributes[name] = value
            }
        }
        let isPublic = try Self.takePrivateKeys(&key)
        let isMixed = try Self.tie(&certificate, &key)
        self.certificate = certificate
        self.key = key
        isImpossible = isPublic || isMixed
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
        if let hash { request.attributes[.applicationLabel] = .data(Data(hash)) }
        return request
    }

    /// Makes the search for keys one for private keys.
    ///
    /// - Returns: Whether it was one for other keys.
    private static func takePrivateKeys(_ key: inout ItemRequest) throws(KeychainError) -> Bool {
        let own = AttributeValue.string(KeyClass.privateKey.rawValue)
        let given = key.attributes[.keyClass] ?? own
        key.attributes[.keyClass] = own
        return try AttributeKind.number.convert(given) != AttributeKind.number.convert(own)
    }

    /// Says of both halves what is said of the digest in one, because it is the same in both.
    ///
    /// - Returns: Whether different digests were asked for.
    private static func tie(
        _ certificate: inout ItemRequest,
        _ key: inout ItemRequest
    ) throws(KeychainError) -> Bool {
        let hashes = [
            certificate.attributes[.publicKeyHash], key.attributes[.applicationLabel],
        ]
        var all: [AttributeValue] = []
        for case let hash? in hashes { all.append(try AttributeKind.data.convert(hash)) }
        guard let first = all.first else { return false }
        certificate.attributes[.publicKeyHash] = first
        key.attributes[.applicationLabel] = first
        return !all.allSatisfy { $0 == first }
    }
}

extension AttributeValue {
    /// A whole Name in DER as the normalized content of one; anything else as it is.
    var normalizedName: AttributeValue {
        guard case .data(let name) = self,
            let normalized = X509Certificate.normalizedName(name)
        else { return self }
        return .data(Data(normalized))
    }
}
