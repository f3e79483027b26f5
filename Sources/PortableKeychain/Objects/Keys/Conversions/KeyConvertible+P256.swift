public import Crypto

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

extension P256.Signing.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, NISTKeys<P256>()) {
            try Self(x963Representation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) {
            try KeyMaterial(x963Representation, .privateKey, NISTKeys<P256>())
        }
    }
}

extension P256.Signing.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, NISTKeys<P256>()) {
            try Self(x963Representation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) {
            try KeyMaterial(x963Representation, .publicKey, NISTKeys<P256>())
        }
    }
}

extension P256.KeyAgreement.PrivateKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.privateKey, NISTKeys<P256>()) {
            try Self(x963Representation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) {
            try KeyMaterial(x963Representation, .privateKey, NISTKeys<P256>())
        }
    }
}

extension P256.KeyAgreement.PublicKey: KeyConvertible {
    /// Makes the key of one of the keychain.
    public init(keyMaterial: KeyMaterial) throws(KeychainError) {
        self = try keyMaterial.convert(.publicKey, NISTKeys<P256>()) {
            try Self(x963Representation: $0)
        }
    }

    /// The key as one of the keychain.
    public var keyMaterial: KeyMaterial {
        get throws(KeychainError) {
            try KeyMaterial(x963Representation, .publicKey, NISTKeys<P256>())
        }
    }
}
