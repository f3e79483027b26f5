internal import Crypto
internal import CryptoExtras

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// RSA keys in the forms of PKCS #1 (RFC 8017, A.1).
///
/// swift-crypto reads keys of 1024 to 8192 bits, and makes those whose size is a multiple of 128.
struct RSAKeys: KeyFamily {
    static let sizes = 1024...8192
    /// Two primes, of which BoringSSL makes only whole 64-bit words.
    private static let step = 128

    let type = KeyType.rsa
    let algorithm = KeyAlgorithmIdentifier.rsa

    func sizeInBits(publicKey: [UInt8]) -> Int {
        (try? signingKey(publicKey: publicKey))?.keySizeInBits ?? 0
    }

    func makes(sizeInBits: Int) -> Bool {
        Self.sizes.contains(sizeInBits) && sizeInBits.isMultiple(of: Self.step)
    }

    func generate(sizeInBits: Int) throws(KeychainError) -> SecretBytes {
        try KeychainError.attempt(.internalError, "Making the key failed.") {
            let size = _RSA.Signing.KeySize(bitCount: sizeInBits)
            var bytes = try _RSA.Signing.PrivateKey(unsafeKeySize: size).derRepresentation
            return SecretBytes(moving: &bytes)
        }
    }

    func publicKey(of privateKey: SecretBytes) -> [UInt8]? {
        guard let key = try? signingKey(privateKey: privateKey) else { return nil }
        var canonical = key.derRepresentation
        defer { canonical.zero() }
        // The library also reads other forms, and more bytes than there are in the key.
        guard privateKey.withUnsafeBytes({ $0.elementsEqual(canonical) }) else { return nil }
        return [UInt8](key.publicKey.pkcs1DERRepresentation)
    }

    func isPublicKey(_ bytes: [UInt8]) -> Bool {
        (try? signingKey(publicKey: bytes))?.pkcs1DERRepresentation.elementsEqual(bytes) ?? false
    }

    func inner(privateKey: SecretBytes) throws(KeychainError) -> [UInt8] {
        privateKey.withUnsafeBytes { [UInt8]($0) }
    }

    func privateKey(inner: ArraySlice<UInt8>) throws(KeychainError) -> SecretBytes {
        SecretBytes(count: inner.count) { $0.copyBytes(from: inner) }
    }

    func performs(_ operation: KeyOperation, _ scheme: KeyScheme, sizeInBits: Int) -> Bool {
        switch (operation, scheme) {
        case (.sign, .rsaSignature(.pss, _, let hash)), (.verify, .rsaSignature(.pss, _, let hash)):
            // RFC 8017, 9.1.1: room for the digest, a salt of its length and two bytes.
            sizeInBits >= 8 * (2 * (hash?.length ?? 0)) + 9
        case (.sign, .rsaSignature), (.verify, .rsaSignature): true
        case (.encrypt, .rsaEncryption), (.decrypt, .rsaEncryption):
            sizeInBits.isMultiple(of: 8)  // As the library wants it.
        default: false
        }
    }

    func reports(_ operation: KeyOperation, as keyClass: KeyClass) -> Bool {
        keyClass == .privateKey ? operation == .verify : operation == .decrypt
    }

    func signingKey(privateKey: SecretBytes) throws -> _RSA.Signing.PrivateKey {
        try privateKey.withUnsafeBytes {
            try _RSA.Signing.PrivateKey(unsafeDERRepresentation: $0)
        }
    }

    func signingKey(publicKey: [UInt8]) throws -> _RSA.Signing.PublicKey {
        try _RSA.Signing.PublicKey(unsafeDERRepresentation: publicKey)
    }
}
