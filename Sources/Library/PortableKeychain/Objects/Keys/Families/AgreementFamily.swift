internal import Crypto

/// Keys that agree on secrets; encryption to them (ECIES) follows from that.
protocol AgreementFamily: KeyFamily {
    /// The length of a public key in bytes.
    var publicLength: Int { get }
    /// The length of the AES key that encrypts to a key, in bytes.
    var sealingKeyLength: Int { get }

    /// The secret that a private key and a peer's public key share.
    func agreed(
        _ privateKey: SecretBytes,
        _ publicKey: [UInt8]
    ) throws(KeychainError) -> any AgreedSecret
}

extension AgreementFamily {
    /// The operations of every such family.
    func performsAgreement(_ operation: KeyOperation, _ scheme: KeyScheme) -> Bool {
        switch (operation, scheme) {
        case (.keyExchange, .keyExchange), (.encrypt, .ecies), (.decrypt, .ecies): true
        default: false
        }
    }

    func agree(
        _ agreement: KeyScheme.Agreement,
        privateKey: SecretBytes,
        publicKey: [UInt8],
        derivation: KeyDerivation
    ) throws(KeychainError) -> SecretBytes {
        let secret = try agreed(privateKey, publicKey)
        switch agreement {
        case .plain: return secret.bytes
        case .derived(let hash): return try derivation.derive(from: secret, hash)
        }
    }

    func encrypt(
        _ plaintext: SecretBytes,
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> [UInt8] {
        guard case .ecies(let hash, let derivesNonce) = scheme else { throw .wrongAlgorithm }
        let ephemeral = try generate(sizeInBits: sizeInBits(publicKey: publicKey))
        guard let point = self.publicKey(of: ephemeral) else { throw KeychainError(.internalError) }
        let sealing = try KeySealing(
            secret: agreed(ephemeral, publicKey),
            hash,
            sharedInfo: point,
            keyLength: sealingKeyLength,
            derivesNonce: derivesNonce
        )
        return point + (try sealing.seal(plaintext))
    }

    func decrypt(
        _ ciphertext: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> SecretBytes {
        guard case .ecies(let hash, let derivesNonce) = scheme else { throw .wrongAlgorithm }
        let point = Array(ciphertext.prefix(publicLength))
        guard isPublicKey(point) else { throw .notDecrypted }
        let sealing = try KeySealing(
            secret: agreed(privateKey, point),
            hash,
            sharedInfo: point,
            keyLength: sealingKeyLength,
            derivesNonce: derivesNonce
        )
        return try sealing.open(ciphertext.dropFirst(publicLength))
    }
}

/// Families whose private keys swift-crypto has in memory while it uses them.
protocol AgreementFamilyInMemory: AgreementFamily {
    /// The shared secret of a private key and a peer's public key; throws the library's error, for
    /// instance when a point of small order makes a secret of zeroes.
    func sharedSecret(_ privateKey: SecretBytes, with publicKey: [UInt8]) throws -> SharedSecret
}

extension AgreementFamilyInMemory {
    func agreed(
        _ privateKey: SecretBytes,
        _ publicKey: [UInt8]
    ) throws(KeychainError) -> any AgreedSecret {
        try KeychainError.attempt(.invalidParameter, "These keys agree on no secret.") {
            try sharedSecret(privateKey, with: publicKey)
        }
    }
}
