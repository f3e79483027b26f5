extension KeyMaterial {
    /// Whether the key does something with an algorithm (`SecKeyIsAlgorithmSupported`).
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - algorithm: The algorithm.
    /// - Returns: Whether the operation exists for this half, type and size. As Apple's do, private
    ///   RSA keys answer for verifying and public ones for decrypting too, which both then refuse
    ///   (`Specification/item-semantics.md`, 6.3).
    public func supports(_ operation: KeyOperation, _ algorithm: KeyAlgorithm) -> Bool {
        guard family.offers(operation, algorithm, sizeInBits: sizeInBits) else { return false }
        return operation.keyClass == keyClass || family.reports(operation, as: keyClass)
    }

    /// Signs a message or a digest.
    ///
    /// - Parameters:
    ///   - bytes: The message, or a digest of exactly the length that the algorithm names.
    ///   - algorithm: A signature algorithm.
    /// - Returns: The signature.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a public key, for an algorithm that is
    ///   not of this key, and for a digest of another length;
    ///   ``KeychainError/Code/unimplemented`` for an algorithm that no library here offers.
    public func sign(_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8] {
        let scheme = try scheme(.sign, algorithm)
        return try family.sign(bytes, scheme, privateKey: externalRepresentation)
    }

    /// Checks a signature, and returns when it is right.
    ///
    /// - Parameters:
    ///   - signature: The signature.
    ///   - bytes: The message, or its digest.
    ///   - algorithm: The algorithm that made the signature.
    /// - Throws: ``KeychainError/Code/verificationFailed`` for a wrong signature, also one of wrong
    ///   length or form; else as ``sign(_:_:)``.
    public func verify(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) {
        let scheme = try scheme(.verify, algorithm)
        guard try family.isValid(signature, of: bytes, scheme, publicKey: publicBytes) else {
            throw KeychainError(.verificationFailed)
        }
    }

    /// Encrypts a secret to the owner of this public key.
    ///
    /// - Parameters:
    ///   - plaintext: The secret; RSA without `AESGCM` takes little more than a key.
    ///   - algorithm: An encryption algorithm.
    /// - Returns: The ciphertext (`Specification/item-semantics.md`, 6.4).
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the secret is too long; else as
    ///   ``sign(_:_:)``.
    public func encrypt(
        _ plaintext: SecretBytes,
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> [UInt8] {
        let scheme = try scheme(.encrypt, algorithm)
        return try family.encrypt(plaintext, scheme, publicKey: publicBytes)
    }

    /// Decrypts a ciphertext that was encrypted to this key's public half.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext.
    ///   - algorithm: The algorithm that made it.
    /// - Returns: The secret.
    /// - Throws: ``KeychainError/Code/invalidParameter`` when the ciphertext was not made for this
    ///   key or was changed; else as ``sign(_:_:)``.
    public func decrypt(
        _ ciphertext: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        let scheme = try scheme(.decrypt, algorithm)
        return try family.decrypt(ciphertext, scheme, privateKey: externalRepresentation)
    }

    /// The scheme of an algorithm, if this key can carry out the operation with it.
    func scheme(
        _ operation: KeyOperation,
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> KeyScheme {
        guard operation.keyClass == keyClass, let scheme = KeyScheme(algorithm),
            family.performs(operation, scheme, sizeInBits: sizeInBits)
        else { throw .wrongAlgorithm }
        switch family.provider(of: scheme, sizeInBits: sizeInBits) {
        case .library: return scheme
        case .system:
            guard SystemCrypto.isPresent else { throw .noSystemCrypto }
            return scheme
        case .none:
            throw KeychainError(.unimplemented, reason: "No library here offers this algorithm.")
        }
    }
}
