public import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension Curve25519.Signing.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, Ed25519Keys()) {
            try Self(rawRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(rawRepresentation, .privateKey, Ed25519Keys()) }
    }
}

extension Curve25519.Signing.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, Ed25519Keys()) {
            try Self(rawRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(rawRepresentation, .publicKey, Ed25519Keys()) }
    }
}

extension Curve25519.KeyAgreement.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, X25519Keys()) {
            try Self(rawRepresentation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(rawRepresentation, .privateKey, X25519Keys()) }
    }
}

extension Curve25519.KeyAgreement.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, X25519Keys()) { try Self(rawRepresentation: $0) }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) { try KeyMaterial(rawRepresentation, .publicKey, X25519Keys()) }
    }
}
