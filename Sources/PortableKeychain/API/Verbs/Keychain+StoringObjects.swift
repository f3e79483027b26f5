extension Keychain {
    /// Adds a key.
    ///
    /// Type, size and digest are the key's own.
    ///
    /// - Parameters:
    ///   - item: How it is to be found and protected.
    ///   - key: The key.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when this very key is there under this tag,
    ///   ``KeychainError/Code/interactionNotAllowed`` while locked,
    ///   ``KeychainError/Code/missingEntitlement`` for another's access group.
    @discardableResult
    public func add(_ item: Key, key: KeyMaterial) throws(KeychainError) -> Key {
        try add(item.addition(.key(key)))
    }

    /// Adds a key of another library, such as swift-crypto's `P256.Signing.PrivateKey`.
    ///
    /// - Parameters:
    ///   - item: How it is to be found and protected.
    ///   - key: The key.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when this very key is there under this tag,
    ///   ``KeychainError/Code/undecodable`` for a key of a kind that no keychain holds.
    @discardableResult
    public func add(_ item: Key, key: some KeyConvertible) throws(KeychainError) -> Key {
        try add(item.addition(.key(key.keyMaterial)))
    }

    /// Adds a certificate.
    ///
    /// - Parameters:
    ///   - item: How it is to be labeled and protected.
    ///   - certificate: The certificate.
    /// - Returns: The item as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when one of this issuer and serial number is
    ///   there, ``KeychainError/Code/missingEntitlement`` for another's access group.
    @discardableResult
    public func add(
        _ item: Certificate = Certificate(),
        certificate: X509Certificate
    ) throws(KeychainError) -> Certificate {
        try add(item.addition(.certificate(certificate)))
    }

    /// Adds a certificate and its private key: both, or none.
    ///
    /// One of the two may be there already and stays as it is.
    ///
    /// - Parameters:
    ///   - item: How both are to be found and protected.
    ///   - identity: The certificate and the key.
    /// - Returns: The identity as stored.
    /// - Throws: ``KeychainError/Code/duplicateItem`` when both are there,
    ///   ``KeychainError/Code/interactionNotAllowed`` while locked.
    @discardableResult
    public func add(
        _ item: Identity = Identity(),
        identity: IdentityMaterial
    ) throws(KeychainError) -> Identity {
        try add(item.addition(.identity(identity.certificate, identity.privateKey)))
    }

    /// What a new pair leaves in the keychain.
    public enum StoredHalves: Hashable, Sendable {
        /// The private key, from which the public one can always be made.
        case privateKey
        /// Both keys as items of their own, which programs written for Apple's may look for.
        case pair
    }

    /// Makes a new key pair and stores it: all that is to be stored, or nothing.
    ///
    /// - Parameters:
    ///   - type: The algorithm.
    ///   - sizeInBits: Elliptic curves: 256, 384 or 521. RSA: 1024 to 8192, a multiple of 128;
    ///     2048 is the least that is still recommended. ML-KEM: 768 or 1024. ML-DSA: 65 or 87.
    ///     Others have one size and ignore it.
    ///   - item: How the keys are to be found and protected.
    ///   - halves: What is to be stored.
    /// - Returns: The private key.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for another type or size,
    ///   ``KeychainError/Code/interactionNotAllowed`` while locked.
    @discardableResult
    public func generateKey(
        _ type: KeyType = .ellipticCurve,
        sizeInBits: Int = 256,
        for item: Key,
        storing halves: StoredHalves = .privateKey
    ) throws(KeychainError) -> KeyMaterial {
        let key = try Self.during(.add) { () throws(KeychainError) in
            try KeyMaterial.generate(type, sizeInBits: sizeInBits)
        }
        // The private half first: searches without a class find it before the other.
        try transaction { changes in
            changes.add(item, key: key)
            if halves == .pair { changes.add(item, key: key.publicKey) }
        }
        return key
    }
}
