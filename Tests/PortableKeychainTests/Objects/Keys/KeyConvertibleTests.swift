import Crypto
import CryptoExtras
import Testing

@testable import PortableKeychain

/// Keys of swift-crypto, in and out.
@Suite struct KeyConvertibleTests {
    @Test func convertsNISTKeys() throws {
        try convert("p256", P256.Signing.PrivateKey.self, P256.Signing.PublicKey.self)
        try convert("p256", P256.KeyAgreement.PrivateKey.self, P256.KeyAgreement.PublicKey.self)
        try convert("p384", P384.Signing.PrivateKey.self, P384.Signing.PublicKey.self)
        try convert("p384", P384.KeyAgreement.PrivateKey.self, P384.KeyAgreement.PublicKey.self)
        try convert("p521", P521.Signing.PrivateKey.self, P521.Signing.PublicKey.self)
        try convert("p521", P521.KeyAgreement.PrivateKey.self, P521.KeyAgreement.PublicKey.self)
    }

    @Test func convertsOtherKeys() throws {
        try convert(
            "ed25519",
            Curve25519.Signing.PrivateKey.self,
            Curve25519.Signing.PublicKey.self
        )
        try convert(
            "x25519",
            Curve25519.KeyAgreement.PrivateKey.self,
            Curve25519.KeyAgreement.PublicKey.self
        )
        for name in ["rsa2048", "rsa1024"] {
            try convert(name, _RSA.Signing.PrivateKey.self, _RSA.Signing.PublicKey.self)
            try convert(name, _RSA.Encryption.PrivateKey.self, _RSA.Encryption.PublicKey.self)
        }
        #if !canImport(Darwin)
            try convert("mlkem768", MLKEM768.PrivateKey.self, MLKEM768.PublicKey.self)
            try convert("mlkem1024", MLKEM1024.PrivateKey.self, MLKEM1024.PublicKey.self)
            try convert("mldsa65", MLDSA65.PrivateKey.self, MLDSA65.PublicKey.self)
            try convert("mldsa87", MLDSA87.PrivateKey.self, MLDSA87.PublicKey.self)
        #endif
    }

    @Test func signsEitherSide() throws {
        let theirs = P256.Signing.PrivateKey()
        let ours = try theirs.keyMaterial
        let algorithm = KeyAlgorithm.ecdsaSignatureMessageX962SHA256
        let signature = try ours.sign([1, 2], algorithm)
        #expect(
            theirs.publicKey.isValidSignature(
                try P256.Signing.ECDSASignature(derRepresentation: signature),
                for: [1, 2] as [UInt8]
            )
        )
        let other = try [UInt8](theirs.signature(for: [3] as [UInt8]).derRepresentation)
        try theirs.publicKey.keyMaterial.verify(other, of: [3], algorithm)
    }

    private func convert(
        _ name: String,
        _ ofPrivate: (some KeyConvertible).Type,
        _ ofPublic: (some KeyConvertible).Type
    ) throws {
        let key = try TestKeys.key(name)
        #expect(try ofPrivate.init(keyMaterial: key).keyMaterial == key)
        #expect(try ofPublic.init(keyMaterial: key.publicKey).keyMaterial == key.publicKey)
        // Of the other half, and of every other key.
        #expect(cause { _ = try ofPrivate.init(keyMaterial: key.publicKey) } == .invalidParameter)
        #expect(cause { _ = try ofPublic.init(keyMaterial: key) } == .invalidParameter)
        for other in TestKeys.all.values where other.family.algorithm != key.family.algorithm {
            #expect(cause { _ = try ofPrivate.init(keyMaterial: other) } == .invalidParameter)
            #expect(
                cause { _ = try ofPublic.init(keyMaterial: other.publicKey) } == .invalidParameter
            )
        }
    }
}
