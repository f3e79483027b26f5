internal import Crypto

/// Ed25519 keys, the private one the seed (RFC 8032, 5.1.5).
struct Ed25519Keys: Curve25519Keys {
    typealias Key = Curve25519.Signing.PrivateKey

    let type = KeyType.ed25519
    let algorithm = KeyAlgorithmIdentifier.named(.ed25519)

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        scheme == .ed25519 && (operation == .sign || operation == .verify)
    }

    func sign(
        _ bytes: [UInt8],
        _ scheme: KeyScheme,
        privateKey: SecretBytes
    ) throws(KeychainError) -> [UInt8] {
        try KeychainError.attempt(.internalError, "Signing failed.") {
            [UInt8](try key(privateKey).signature(for: bytes))
        }
    }

    func isValid(
        _ signature: [UInt8],
        of bytes: [UInt8],
        _ scheme: KeyScheme,
        publicKey: [UInt8]
    ) throws(KeychainError) -> Bool {
        (try? Curve25519.Signing.PublicKey(rawRepresentation: publicKey))
            .map { $0.isValidSignature(signature, for: bytes) } ?? false
    }
}
