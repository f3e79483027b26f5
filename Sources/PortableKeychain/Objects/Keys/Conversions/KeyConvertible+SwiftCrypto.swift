// The key types of swift-crypto that a keychain stores. The conversions are those of RepresentedKey.

public import Crypto
public import CryptoExtras

extension P256.Signing.PrivateKey: KeyConvertible {}
extension P256.Signing.PublicKey: KeyConvertible {}
extension P256.KeyAgreement.PrivateKey: KeyConvertible {}
extension P256.KeyAgreement.PublicKey: KeyConvertible {}

extension P384.Signing.PrivateKey: KeyConvertible {}
extension P384.Signing.PublicKey: KeyConvertible {}
extension P384.KeyAgreement.PrivateKey: KeyConvertible {}
extension P384.KeyAgreement.PublicKey: KeyConvertible {}

extension P521.Signing.PrivateKey: KeyConvertible {}
extension P521.Signing.PublicKey: KeyConvertible {}
extension P521.KeyAgreement.PrivateKey: KeyConvertible {}
extension P521.KeyAgreement.PublicKey: KeyConvertible {}

extension Curve25519.Signing.PrivateKey: KeyConvertible {}
extension Curve25519.Signing.PublicKey: KeyConvertible {}
extension Curve25519.KeyAgreement.PrivateKey: KeyConvertible {}
extension Curve25519.KeyAgreement.PublicKey: KeyConvertible {}

extension _RSA.Signing.PrivateKey: KeyConvertible {}
extension _RSA.Signing.PublicKey: KeyConvertible {}
extension _RSA.Encryption.PrivateKey: KeyConvertible {}
extension _RSA.Encryption.PublicKey: KeyConvertible {}

// On Apple's systems the engine of this library has no post-quantum keys (PostQuantumFamilies).
#if !canImport(CryptoKit)
    extension MLKEM768.PrivateKey: KeyConvertible {}
    extension MLKEM768.PublicKey: KeyConvertible {}
    extension MLKEM1024.PrivateKey: KeyConvertible {}
    extension MLKEM1024.PublicKey: KeyConvertible {}

    extension MLDSA65.PrivateKey: KeyConvertible {}
    extension MLDSA65.PublicKey: KeyConvertible {}
    extension MLDSA87.PrivateKey: KeyConvertible {}
    extension MLDSA87.PublicKey: KeyConvertible {}
#endif
