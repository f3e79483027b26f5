extension KeyMaterial {
    /// Agrees on a secret with the owner of another key.
    ///
    /// - Parameters:
    ///   - algorithm: A key exchange algorithm. Without a derivation the secret is the X coordinate
    ///     of the shared point, as long as the field, and the other parameters are ignored.
    ///   - peer: The other public key, of the same type and size.
    ///   - requestedSize: The length of the result of a derivation in bytes, 1 to 1 MiB.
    ///   - sharedInfo: The bytes of a derivation that both sides know.
    /// - Returns: The secret.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a public key, for an algorithm or a peer
    ///   that is not of this key, and where a derivation lacks its size;
    ///   ``KeychainError/Code/unimplemented`` for an algorithm that no library here offers.
    public func keyExchange(
        _ algorithm: KeyAlgorithm,
        with peer: KeyMaterial,
        requestedSize: Int? = nil,
        sharedInfo: [UInt8] = []
    ) throws(KeychainError) -> SecretBytes {
        guard case .keyExchange(let agreement) = try scheme(.keyExchange, algorithm),
            peer.keyClass == .publicKey, peer.type == type, peer.sizeInBits == sizeInBits
        else { throw .wrongAlgorithm }
        return try family.agree(
            agreement,
            privateKey: externalRepresentation,
            publicKey: peer.publicBytes,
            derivation: KeyDerivation(requestedSize: requestedSize, sharedInfo: sharedInfo)
        )
    }

    /// Makes a secret that the owner of this public key can receive.
    ///
    /// - Parameter algorithm: A key encapsulation algorithm.
    /// - Returns: The secret of 32 bytes, and the ciphertext to send.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a private key and for an algorithm that
    ///   is not of this key.
    public func encapsulate(_ algorithm: KeyAlgorithm) throws(KeychainError) -> Encapsulation {
        _ = try scheme(.encapsulate, algorithm)
        return try family.encapsulate(publicKey: publicBytes)
    }

    /// Receives a secret that was made for this key's public half.
    ///
    /// - Parameters:
    ///   - ciphertext: The ciphertext. One that was changed on its way gives another secret, and no
    ///     error (FIPS 203, 6.3).
    ///   - algorithm: A key encapsulation algorithm.
    /// - Returns: The secret of 32 bytes.
    /// - Throws: ``KeychainError/Code/invalidParameter`` for a public key, for an algorithm that is
    ///   not of this key, and for a ciphertext of the wrong length.
    public func decapsulate(
        _ ciphertext: [UInt8],
        _ algorithm: KeyAlgorithm
    ) throws(KeychainError) -> SecretBytes {
        _ = try scheme(.decapsulate, algorithm)
        return try family.decapsulate(ciphertext, privateKey: externalRepresentation)
    }
}
