internal import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// X25519 keys: 32 bytes each (RFC 7748, 5).
struct X25519Keys: AgreementFamily {
    let type = KeyType.x25519
    let algorithm = KeyAlgorithmIdentifier.named(.x25519)
    let publicLength = 32
    let sealingKeyLength = 16

    func sizeInBits(publicKey: [UInt8]) -> Int { 256 }
    func makes(sizeInBits: Int) -> Bool { true }  // There is one size, whatever is asked for.

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        var bytes = Curve25519.KeyAgreement.PrivateKey().rawRepresentation
        return SecretBytes(moving: &bytes)
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        (try? key(privateKey)).map { [UInt8]($0.publicKey.rawRepresentation) }
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        (try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: bytes)) != nil
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        try CurvePrivateKey.inner(privateKey)
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        try CurvePrivateKey.privateKey(inner)
    }

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        performsAgreement(operation, scheme)
    }

    func sharedSecret(_ privateKey: SecretBytes, with publicKey: [UInt8]) throws -> SharedSecret {
        let secret = try key(privateKey).sharedSecretFromKeyAgreement(
            with: Curve25519.KeyAgreement.PublicKey(rawRepresentation: publicKey)
        )
        // A point of small order makes everybody's secret zero (RFC 7748, 6.1), which the library
        // does not refuse on all systems.
        guard secret.withUnsafeBytes({ $0.reduce(0, |) }) != 0 else {
            throw KeychainError.wrongAlgorithm
        }
        return secret
    }

    private func key(_ bytes: SecretBytes) throws -> Curve25519.KeyAgreement.PrivateKey {
        try bytes.withUnsafeBytes { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
    }
}
