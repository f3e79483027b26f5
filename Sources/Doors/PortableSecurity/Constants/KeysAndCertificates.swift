public import Foundation

// Attributes of keys and certificates.
// The strings are those of Apple's SecItemConstants.c. Literal NSStrings never change, which is
// why sharing them between threads is safe although NSString is not Sendable.

/// The key of the class of a key.
nonisolated(unsafe) public let kSecAttrKeyClass: CFString = "kcls"
/// A public key.
nonisolated(unsafe) public let kSecAttrKeyClassPublic: CFString = "0"
/// A private key.
nonisolated(unsafe) public let kSecAttrKeyClassPrivate: CFString = "1"
/// A key that both sides share.
nonisolated(unsafe) public let kSecAttrKeyClassSymmetric: CFString = "2"
/// The key of the algorithm of a key.
nonisolated(unsafe) public let kSecAttrKeyType: CFString = "type"
/// RSA.
nonisolated(unsafe) public let kSecAttrKeyTypeRSA: CFString = "42"
/// Elliptic curves, as first named.
nonisolated(unsafe) public let kSecAttrKeyTypeEC: CFString = "73"
/// Elliptic curves over prime fields.
nonisolated(unsafe) public let kSecAttrKeyTypeECSECPrimeRandom: CFString = "73"
/// Elliptic curves, as macOS names them.
nonisolated(unsafe) public let kSecAttrKeyTypeECDSA: CFString = "73"
/// DSA.
nonisolated(unsafe) public let kSecAttrKeyTypeDSA: CFString = "43"
/// AES.
nonisolated(unsafe) public let kSecAttrKeyTypeAES: CFString = "2147483649"
/// DES.
nonisolated(unsafe) public let kSecAttrKeyTypeDES: CFString = "14"
/// Triple DES.
nonisolated(unsafe) public let kSecAttrKeyType3DES: CFString = "17"
/// RC4.
nonisolated(unsafe) public let kSecAttrKeyTypeRC4: CFString = "25"
/// RC2.
nonisolated(unsafe) public let kSecAttrKeyTypeRC2: CFString = "23"
/// CAST.
nonisolated(unsafe) public let kSecAttrKeyTypeCAST: CFString = "56"
/// Ed25519 signatures (RFC 8032).
nonisolated(unsafe) public let kSecAttrKeyTypeEd25519: CFString = "105"
/// X25519 key agreement (RFC 7748).
nonisolated(unsafe) public let kSecAttrKeyTypeX25519: CFString = "106"
/// Ed448 signatures (RFC 8032); not offered here.
nonisolated(unsafe) public let kSecAttrKeyTypeEd448: CFString = "107"
/// X448 key agreement (RFC 7748); not offered here.
nonisolated(unsafe) public let kSecAttrKeyTypeX448: CFString = "108"
/// Kyber, which ML-KEM replaced; not offered here.
nonisolated(unsafe) public let kSecAttrKeyTypeKyber: CFString = "109"
/// ML-KEM key encapsulation (FIPS 203).
nonisolated(unsafe) public let kSecAttrKeyTypeMLKEM: CFString = "110"
/// ML-DSA signatures (FIPS 204).
nonisolated(unsafe) public let kSecAttrKeyTypeMLDSA: CFString = "111"
/// The size value of ML-KEM-768.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM768: CFString = "768"
/// The size value of ML-KEM-1024.
nonisolated(unsafe) public let kSecAttrKeySizeMLKEM1024: CFString = "1024"
/// The size value of ML-DSA-65.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA65: CFString = "65"
/// The size value of ML-DSA-87.
nonisolated(unsafe) public let kSecAttrKeySizeMLDSA87: CFString = "87"
/// The key of a digest that ties a key to its other half, bytes.
nonisolated(unsafe) public let kSecAttrApplicationLabel: CFString = "klbl"
/// The key of a name that the program gives a key, bytes.
nonisolated(unsafe) public let kSecAttrApplicationTag: CFString = "atag"
/// The key of the creator of a key, a number.
nonisolated(unsafe) public let kSecAttrKeyCreator: CFString = "crtr"
/// The key of a key's size in bits.
nonisolated(unsafe) public let kSecAttrKeySizeInBits: CFString = "bsiz"
/// The key of the bits of a key that add to its strength.
nonisolated(unsafe) public let kSecAttrEffectiveKeySize: CFString = "esiz"
/// The key of the moment from which a key is valid.
nonisolated(unsafe) public let kSecAttrStartDate: CFString = "sdat"
/// The key of the moment until which a key is valid.
nonisolated(unsafe) public let kSecAttrEndDate: CFString = "edat"
/// The key of whether a new key is stored in the keychain.
nonisolated(unsafe) public let kSecAttrIsPermanent: CFString = "perm"
/// The key that says whether a key is private.
nonisolated(unsafe) public let kSecAttrIsPrivate: CFString = "priv"
/// The key that says whether a key may be changed.
nonisolated(unsafe) public let kSecAttrIsModifiable: CFString = "modi"
/// The key that says whether a key leaves only wrapped.
nonisolated(unsafe) public let kSecAttrIsSensitive: CFString = "sens"
/// The key that says whether a key was sensitive from the start.
nonisolated(unsafe) public let kSecAttrWasAlwaysSensitive: CFString = "asen"
/// The key that says whether a key may leave.
nonisolated(unsafe) public let kSecAttrIsExtractable: CFString = "extr"
/// The key that says whether a key could never leave.
nonisolated(unsafe) public let kSecAttrWasNeverExtractable: CFString = "next"
/// The key that says whether a key encrypts.
nonisolated(unsafe) public let kSecAttrCanEncrypt: CFString = "encr"
/// The key that says whether a key decrypts.
nonisolated(unsafe) public let kSecAttrCanDecrypt: CFString = "decr"
/// The key that says whether a key derives others.
nonisolated(unsafe) public let kSecAttrCanDerive: CFString = "drve"
/// The key that says whether a key signs.
nonisolated(unsafe) public let kSecAttrCanSign: CFString = "sign"
/// The key that says whether a key verifies.
nonisolated(unsafe) public let kSecAttrCanVerify: CFString = "vrfy"
/// The key that says whether a key signs with message recovery.
nonisolated(unsafe) public let kSecAttrCanSignRecover: CFString = "snrc"
/// The key that says whether a key verifies with message recovery.
nonisolated(unsafe) public let kSecAttrCanVerifyRecover: CFString = "vyrc"
/// The key that says whether a key wraps others.
nonisolated(unsafe) public let kSecAttrCanWrap: CFString = "wrap"
/// The key that says whether a key unwraps others.
nonisolated(unsafe) public let kSecAttrCanUnwrap: CFString = "unwp"
/// The key of attributes for the private half of a new pair.
nonisolated(unsafe) public let kSecPrivateKeyAttrs: CFString = "private"
/// The key of attributes for the public half of a new pair.
nonisolated(unsafe) public let kSecPublicKeyAttrs: CFString = "public"
/// The key of the subject of a certificate, bytes.
nonisolated(unsafe) public let kSecAttrSubject: CFString = "subj"
/// The key of the issuer of a certificate, bytes.
nonisolated(unsafe) public let kSecAttrIssuer: CFString = "issr"
/// The key of the serial number of a certificate, bytes.
nonisolated(unsafe) public let kSecAttrSerialNumber: CFString = "slnr"
/// The key of a certificate's key identifier, bytes.
nonisolated(unsafe) public let kSecAttrSubjectKeyID: CFString = "skid"
/// The key of the digest of a certificate's public key, bytes.
nonisolated(unsafe) public let kSecAttrPublicKeyHash: CFString = "pkhh"
/// The key of the type of a certificate, a number.
nonisolated(unsafe) public let kSecAttrCertificateType: CFString = "ctyp"
/// The key of the encoding of a certificate, a number.
nonisolated(unsafe) public let kSecAttrCertificateEncoding: CFString = "cenc"
/// The key of the type of a revocation list; no item class has it.
nonisolated(unsafe) public let kSecAttrCRLType: CFString = "crlt"
/// The key of the encoding of a revocation list; no item class has it.
nonisolated(unsafe) public let kSecAttrCRLEncoding: CFString = "crle"
