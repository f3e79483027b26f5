internal import Crypto

/// X25519 keys (RFC 7748, 5).
struct X25519Keys: Curve25519Keys, AgreementFamilyInMemory {
    typealias Key = Curve25519.KeyAgreement.PrivateKey

    let type = KeyType.x25519
    let algorithm = KeyAlgorithmIdentifier.named(.x25519)
    let publicLength = 32
    let sealingKeyLength = 16

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        performsAgreement(operation, scheme)
    }

    func sharedSecret(_ privateKey: SecretBytes, with publicKey: [UInt8]) throws -> SharedSecret {
        let secret = try key(privateKey).sharedSecretFromKeyAgreement(
            with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        )
        // A point of small order makes the secret zero for every key (RFC 7748, 6.1), which the
        // library does not refuse on all systems.
        guard secret.withUnsafeBytes({ $0.reduce(0, |) }) != 0 else {
            throw KeychainError.wrongAlgorithm
        }
        return secret
    }
}
