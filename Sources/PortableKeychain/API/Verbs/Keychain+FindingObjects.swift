extension Keychain {
    /// Reads a key.
    ///
    /// - Parameter matching: Which key; of several, the one that was stored first.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` while locked,
    ///   ``KeychainError/Code/undecodable`` for bytes that are no key of a known type.
    public func key(_ matching: Matching<Key>) throws(KeychainError) -> KeyMaterial? {
        try keys(matching, limit: 1).first
    }

    /// Reads a key as another library's, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - matching: Which key; of several, the one that was stored first.
    ///   - type: The type wanted.
    /// - Returns: The key; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the key is of another kind (the
    ///   reason says which), else as ``key(_:)``.
    public func key<Other: KeyConvertible>(
        _ matching: Matching<Key>,
        as type: Other.Type
    ) throws(KeychainError) -> Other? {
        guard let key = try key(matching) else { return nil }
        return try Self.during(.find) { () throws(KeychainError) in
            try key.converted(to: type)
        }
    }

    /// Reads all matching keys.
    ///
    /// - Parameters:
    ///   - matching: Which keys.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The keys in the order in which they were stored.
    /// - Throws: As ``key(_:)``; one key that cannot be read fails them all.
    public func keys(
        _ matching: Matching<Key>,
        limit: Int? = nil
    ) throws(KeychainError) -> [KeyMaterial] {
        try objects(matching, limit) { object in
            if case .key(let key) = object { key } else { nil }
        }
    }

    /// Reads a certificate.
    ///
    /// - Parameter matching: Which certificate; of several, the one that was stored first.
    /// - Returns: The certificate; `nil` only when none matches.
    /// - Throws: ``KeychainError/Code/interactionNotAllowed`` while locked, if it was stored to be
    ///   locked; ``KeychainError/Code/undecodable`` for bytes that are no certificate.
    public func certificate(
        _ matching: Matching<Certificate>
    ) throws(KeychainError) -> X509Certificate? {
        try certificates(matching, limit: 1).first
    }

    /// Reads all matching certificates.
    ///
    /// - Parameters:
    ///   - matching: Which certificates.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The certificates in the order in which they were stored.
    /// - Throws: As ``certificate(_:)``; one that cannot be read fails them all.
    public func certificates(
        _ matching: Matching<Certificate>,
        limit: Int? = nil
    ) throws(KeychainError) -> [X509Certificate] {
        try objects(matching, limit) { object in
            if case .certificate(let certificate) = object { certificate } else { nil }
        }
    }

    /// Reads a certificate with its private key.
    ///
    /// - Parameter matching: Which identity; of several, the one whose certificate was stored
    ///   first.
    /// - Returns: The identity; `nil` only when none matches.
    /// - Throws: As ``key(_:)``.
    public func identity(
        _ matching: Matching<Identity>
    ) throws(KeychainError) -> IdentityMaterial? {
        try identities(matching, limit: 1).first
    }

    /// Reads all matching certificates with their private keys.
    ///
    /// - Parameters:
    ///   - matching: Which identities.
    ///   - limit: How many at most, 1 or more; `nil` for all.
    /// - Returns: The identities in the order in which their certificates were stored.
    /// - Throws: As ``key(_:)``; one that cannot be read fails them all.
    public func identities(
        _ matching: Matching<Identity>,
        limit: Int? = nil
    ) throws(KeychainError) -> [IdentityMaterial] {
        try objects(matching, limit) { object in
            guard case .identity(let certificate, let key) = object else { return nil }
            return try? IdentityMaterial(certificate: certificate, privateKey: key)
        }
    }

    private func objects<Item: KeychainItem, Object>(
        _ matching: Matching<Item>,
        _ limit: Int?,
        _ unwrap: (ItemObject) -> Object?
    ) throws(KeychainError) -> [Object] {
        try search(matching, [.reference], MatchLimit(limit)).map { found throws(KeychainError) in
            guard let object = found.object.flatMap(unwrap) else {
                throw KeychainError(
                    .undecodable,
                    during: .find,
                    reason: "An item holds other bytes than its attributes say; read its secret."
                )
            }
            return object
        }
    }
}
