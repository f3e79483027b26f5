/// A valid addition of a certificate with its private key, as two additions of items.
///
/// It is made before the transaction begins, because the authorization of a key in a token that is
/// stored already is read from the keychain.
struct IdentityAddition {
    let request: ItemRequest
    let certificate: X509Certificate
    let key: KeyMaterial
    /// The certificate, then the key.
    let halves: [(ItemRequest, AdditionPlan)]

    /// Validates an addition (item-semantics.md §3.2).
    ///
    /// - Throws: ``KeychainError`` for a request that is invalid for every keychain, and any error
    ///   of reading the authorization of a key in a token.
    init(_ request: ItemRequest, groups: AccessGroups) throws(KeychainError) {
        guard case .identity(let certificate, let key) = request.object else {
            throw KeychainError(
                .invalidParameter,
                reason: """
                    To add an identity, give it as an object, or add its certificate and its key.
                    """
            )
        }
        guard key.keyClass == .privateKey, key.applicationLabel == certificate.publicKeyHash else {
            throw KeychainError(
                .invalidParameter,
                reason: "The private key of an identity must belong to its certificate."
            )
        }
        try request.attributes.checkIdentity()
        var halves: [(ItemRequest, AdditionPlan)] = []
        for schema in [ClassSchema.certificate, .key] {
            guard var half = try request.half(schema) else { continue }
            half.returning.formUnion([.attributes, .persistentReference])
            halves.append((half, try AdditionPlan(half, groups: groups)))
        }
        self.request = request
        self.certificate = certificate
        self.key = key
        self.halves = halves
    }
}
