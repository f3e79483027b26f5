// On Apple's platforms this module is CryptoKit under another name.
public import Crypto

extension SymmetricKey: KeyDataRepresentable {
    /// The bytes of the key.
    public var keyData: DVESecurity.Crypto.KeyData { .createSecureCopy(of: self) }

    /// Creates a key of any bytes.
    public init(keyData: DVESecurity.Crypto.KeyData) { self.init(data: keyData) }
}

extension Curve25519.Signing.PrivateKey: KeyDataRepresentable {
    /// The seed of the key, 32 bytes.
    public var keyData: DVESecurity.Crypto.KeyData { .createSecureCopy(of: rawRepresentation) }

    /// Creates a key of its seed.
    public init(keyData: DVESecurity.Crypto.KeyData) throws {
        try self.init(rawRepresentation: keyData)
    }
}

extension Curve25519.KeyAgreement.PrivateKey: KeyDataRepresentable {
    /// The scalar of the key, 32 bytes.
    public var keyData: DVESecurity.Crypto.KeyData { .createSecureCopy(of: rawRepresentation) }

    /// Creates a key of its scalar.
    public init(keyData: DVESecurity.Crypto.KeyData) throws {
        try self.init(rawRepresentation: keyData)
    }
}
