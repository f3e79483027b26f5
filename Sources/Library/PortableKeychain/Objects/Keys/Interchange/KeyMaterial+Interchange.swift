extension KeyMaterial {
    /// Reads an unencrypted private key in PKCS #8 (RFC 5958).
    ///
    /// - Parameter bytes: The DER, at most 64 KiB; a public key in it must be the private key's.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else.
    public convenience init(pkcs8 bytes: SecretBytes) throws(KeychainError) {
        let (representation, family) = try bytes.withArray { array throws(KeychainError) in
            let key = try PKCS8Key(der: array[...])
            let family = try Self.family(key.algorithm)
            let representation = try family.privateKey(inner: key.inner)
            guard let publicKey = family.publicKey(of: representation),
                key.publicKey.map({ $0.elementsEqual(publicKey) }) ?? true
            else { throw KeychainError.noKey }
            return (representation, family)
        }
        try self.init(privateKey: representation, family: family)
    }

    /// Reads a private key of a NIST curve by itself (`ECPrivateKey`, SEC 1, RFC 5915).
    ///
    /// - Parameter bytes: The DER with the name of the curve; a public key in it must be the private
    ///   key's, and is computed when it is missing.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else.
    public convenience init(sec1 bytes: SecretBytes) throws(KeychainError) {
        let (representation, family) = try bytes.withArray { array throws(KeychainError) in
            guard let curve = try SEC1Key(der: array[...]).curve else { throw KeychainError.noKey }
            let family = try Self.family(.ellipticCurve(curve))
            return (try family.privateKey(inner: array[...]), family)
        }
        try self.init(privateKey: representation, family: family)
    }

    /// Reads a public key with its algorithm, as certificates hold it (`SubjectPublicKeyInfo`).
    ///
    /// - Parameter bytes: The DER, at most 64 KiB.
    /// - Throws: ``KeychainError/Code/undecodable`` for anything else.
    public convenience init(subjectPublicKeyInfo bytes: [UInt8]) throws(KeychainError) {
        let key = try SPKIKey(der: bytes[...])
        try self.init(publicKey: Array(key.key), family: try Self.family(key.algorithm))
    }

    /// The private key in PKCS #8 (RFC 5958), unencrypted.
    ///
    /// - Returns: The DER.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a public key.
    public func pkcs8() throws(KeychainError) -> SecretBytes {
        try needPrivateKey()
        var inner = try family.inner(privateKey: externalRepresentation)
        defer { inner.withUnsafeMutableBytes { SecretBytes.zero($0) } }
        var bytes = try PKCS8Key(algorithm: family.algorithm, inner: inner).der()
        return SecretBytes(moving: &bytes)
    }

    /// The public half with its algorithm, as certificates hold it (`SubjectPublicKeyInfo`).
    ///
    /// - Returns: The DER.
    public func subjectPublicKeyInfo() throws(KeychainError) -> [UInt8] {
        try SPKIKey(algorithm: family.algorithm, key: publicBytes).der()
    }

    private static func family(
        _ algorithm: KeyAlgorithmIdentifier
    ) throws(KeychainError) -> any KeyFamily {
        guard let family = KeyFamilies.all.first(where: { $0.algorithm == algorithm }) else {
            throw KeychainError(.undecodable, reason: "Keys of this algorithm are not supported.")
        }
        return family
    }

    private func needPrivateKey() throws(KeychainError) {
        guard keyClass == .privateKey else {
            throw KeychainError(.invalidParameter, reason: "This needs a private key.")
        }
    }
}
