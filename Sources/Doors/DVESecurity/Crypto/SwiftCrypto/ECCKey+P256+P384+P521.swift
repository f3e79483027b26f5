// On Apple's platforms this module is CryptoKit under another name.
public import Crypto

// The forms of X9.63 are the types' own; the rest follows from the protocols.

extension P256.Signing.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P256.Signing.PublicKey: ECCPublicKey {}
extension P256.KeyAgreement.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P256.KeyAgreement.PublicKey: ECCPublicKey {}
extension P384.Signing.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P384.Signing.PublicKey: ECCPublicKey {}
extension P384.KeyAgreement.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P384.KeyAgreement.PublicKey: ECCPublicKey {}
extension P521.Signing.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P521.Signing.PublicKey: ECCPublicKey {}
extension P521.KeyAgreement.PrivateKey: ECCPrivateKey, X963Convertible, SecKeyConvertible {}
extension P521.KeyAgreement.PublicKey: ECCPublicKey {}
