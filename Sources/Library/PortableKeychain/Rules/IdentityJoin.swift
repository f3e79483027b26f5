internal import KeychainEssentials

/// A search for identities, split into a search for certificates and one for private keys
/// (item-semantics.md §6.7).
///
/// Identities are not stored: an identity is a certificate and a private key with the same public
/// key hash. The join decides which attribute belongs to which search; ``LocalKeeper`` makes the
/// two searches and pairs the results. An immutable value, made once for each request.
struct IdentityJoin {
    private let certificate: ItemRequest
    private let key: ItemRequest
    /// Whether to search for keys first, which is faster if the request does not restrict
    /// certificates.
    let startsWithKeys: Bool
    /// Whether the search is valid but no pair can match.
    let isImpossible: Bool

    /// The attributes that are compared with the certificate; all others are compared with the key.
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
                certificate.attributes[name] = value
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

    /// The search for certificates; if a hash is given, only for those of that key.
    func certificates(_ hash: [UInt8]?) -> ItemRequest {
        var request = certificate
        if let hash { request.attributes[.publicKeyHash] = .data(Data(hash)) }
        return request
    }

    /// The search for private keys; if a hash is given, only for those of that certificate.
    func keys(_ hash: [UInt8]?) -> ItemRequest {
        var request = key
        if let hash { request.attributes[.applicationLabel] = .data(Data(hash)) }
        return request
    }

    /// Restricts the search for keys to private keys.
    ///
    /// - Returns: Whether the request asked for other keys, so that nothing can match.
    private static func takePrivateKeys(_ key: inout ItemRequest) throws(KeychainError) -> Bool {
        let own = AttributeValue.string(KeyClass.privateKey.rawValue)
        let given = key.attributes[.keyClass] ?? own
        key.attributes[.keyClass] = own
        return try AttributeKind.number.convert(given) != AttributeKind.number.convert(own)
    }

    /// Applies a condition on the public key hash to both searches, because both items have the
    /// same hash.
    ///
    /// - Returns: Whether the request contains two different hashes, so that nothing can match.
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
    /// The normalized content of the value if it is an X.509 name in DER, else the value itself.
    var normalizedName: AttributeValue {
        guard case .data(let name) = self,
            let normalized = X509Certificate.normalizedName(name)
        else { return self }
        return .data(Data(normalized))
    }
}
