public import CryptoExtras

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension _RSA.Signing.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, RSAKeys()) {
            try Self(unsafeDERRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(derRepresentation, .privateKey, RSAKeys()) }
    }
}

extension _RSA.Signing.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, RSAKeys()) {
            try Self(unsafeDERRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(pkcs1DERRepresentation, .publicKey, RSAKeys()) }
    }
}

extension _RSA.Encryption.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, RSAKeys()) {
            try Self(unsafeDERRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(derRepresentation, .privateKey, RSAKeys()) }
    }
}

extension _RSA.Encryption.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, RSAKeys()) {
            try Self(unsafeDERRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(pkcs1DERRepresentation, .publicKey, RSAKeys()) }
    }
}
