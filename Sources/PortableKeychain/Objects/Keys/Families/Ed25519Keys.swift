internal import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// Ed25519 keys: 32 bytes each, the private one the seed (RFC 8032, 5.1.5).
struct Ed25519Keys: KeyFamily {
    let type = KeyType.ed25519
    let algorithm = KeyAlgorithmIdentifier.named(.ed25519)

    func sizeInBits(publicKey: [UInt8]) -> Int { 256 }
    func makes(sizeInBits: Int) -> Bool { true }  // There is one size, whatever is asked for.

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        var bytes = Curve25519.Signing.PrivateKey().rawRepresentation
        return SecretBytes(moving: &bytes)
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        (try? key(privateKey)).map { [UInt8]($0.publicKey.rawRepresentation) }
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        try CurvePrivateKey.inner(privateKey)
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        try CurvePrivateKey.privateKey(inner)
    }

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

    private func key(_ bytes: SecretBytes) throws -> Curve25519.Signing.PrivateKey {
        try bytes.withUnsafeBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
    }
}
