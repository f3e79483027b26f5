extension KeychainObjects where Item == IdentityItem, Object == IdentityMaterial {
    /// Adds a certificate and its private key together with the certificates of its issuers: all of
    /// them, or nothing.
    ///
    /// A server that asks for a client's certificate, and a client that talks to a server, often know
    /// only the root; the certificates in between must come with the identity
    /// (``KeychainObjects/chain(of:)``).
    ///
    /// - Parameters:
    ///   - identity: The certificate and the key.
    ///   - chain: Certificates of its issuers, in any order, as ``PKCS12/Identity/chain`` has them;
    ///     the certificate of the identity may be among them. They become certificates of the same
    ///     access group, labeled after their subjects. One that is stored already stays as it is.
    ///   - item: The attributes by which the identity is found and protected.
    /// - Returns: The identity as stored.
    /// - Throws: The same errors as ``add(_:for:)->Item``, also when only the certificates of
    ///   issuers are new.
    @discardableResult
    public func add(
        _ identity: IdentityMaterial,
        chain: [X509Certificate],
        for item: IdentityItem = IdentityItem()
    ) throws(KeychainError) -> IdentityItem {
        var addition = item.addition(wrap(identity))
        addition.returning = [.attributes]
        let issuer = CertificateItem(attributes: item.attributesOfIssuers)
        let steps =
            [ItemStep(addition)]
            + chain.filter { $0 != identity.certificate }.map {
                ItemStep(issuer.addition(.certificate($0)), skipping: [.duplicateItem])
            }
        return try Keychain.during(.add) { () throws(KeychainError) in
            guard let answer = try keychain.performTogether(steps).first else {
                throw KeychainError(.internalError)
            }
            return try answer.item().of(IdentityItem.self)
        }
    }
}

extension KeychainObjects where Item == CertificateItem, Object == X509Certificate {
    /// Reads the chain of a certificate: the certificate, and those of its issuers that this keychain
    /// holds.
    ///
    /// This is the order in which TLS sends certificates. Each one carries a signature by the next;
    /// where an authority has several certificates of one key, the one that is valid for longest is
    /// taken. A chain ends with a root, or where no issuer is stored. It says what belongs together,
    /// and not that it is trusted: ``X509Certificate/evaluateTrust(for:anchors:intermediates:at:)``.
    ///
    /// - Parameter certificate: The certificate, such as that of an identity; it need not be stored.
    /// - Returns: The certificate first, then its issuers in their order.
    /// - Throws: ``KeychainError/Code/locked``, or as ``KeychainObjects/all(matching:limit:)``.
    public func chain(of certificate: X509Certificate) throws(KeychainError) -> [X509Certificate] {
        var known: [X509Certificate] = []
        var seen: Set<[UInt8]> = []
        var open = [certificate]
        while let next = open.popLast() {
            guard seen.insert(next.normalizedIssuer).inserted else { continue }
            let issuers = try all(matching: .certificate(subject: next.issuer))
            known += issuers
            open += issuers
        }
        var search = IssuerSearch(known)
        return search.chain(from: certificate)
    }
}

extension IdentityItem {
    /// The attributes that the certificates of issuers share with the identity; names and uses of
    /// the key are its own.
    fileprivate var attributesOfIssuers: ItemAttributes {
        let shared: [AttributeKey] = [.accessGroup, .accessible, .synchronizable]
        var attributes = ItemAttributes()
        for key in shared { attributes[key] = self.attributes[key] }
        return attributes
    }
}
