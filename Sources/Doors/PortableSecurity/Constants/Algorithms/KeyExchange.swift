// Key agreement on curves (SP 800-56A, X9.63), under their names in C.

/// ECDH: the shared coordinate itself.
public let kSecKeyAlgorithmECDHKeyExchangeStandard: SecKeyAlgorithm = .ecdhKeyExchangeStandard
/// ECDH with the X9.63 derivation over SHA-1.
public let kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA1: SecKeyAlgorithm =
    .ecdhKeyExchangeStandardX963SHA1
/// ECDH with the X9.63 derivation over SHA-224.
public let kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA224: SecKeyAlgorithm =
    .ecdhKeyExchangeStandardX963SHA224
/// ECDH with the X9.63 derivation over SHA-256.
public let kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA256: SecKeyAlgorithm =
    .ecdhKeyExchangeStandardX963SHA256
/// ECDH with the X9.63 derivation over SHA-384.
public let kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA384: SecKeyAlgorithm =
    .ecdhKeyExchangeStandardX963SHA384
/// ECDH with the X9.63 derivation over SHA-512.
public let kSecKeyAlgorithmECDHKeyExchangeStandardX963SHA512: SecKeyAlgorithm =
    .ecdhKeyExchangeStandardX963SHA512
/// ECDH: the shared coordinate itself.
public let kSecKeyAlgorithmECDHKeyExchangeCofactor: SecKeyAlgorithm = .ecdhKeyExchangeCofactor
/// ECDH with the X9.63 derivation over SHA-1.
public let kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA1: SecKeyAlgorithm =
    .ecdhKeyExchangeCofactorX963SHA1
/// ECDH with the X9.63 derivation over SHA-224.
public let kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA224: SecKeyAlgorithm =
    .ecdhKeyExchangeCofactorX963SHA224
/// ECDH with the X9.63 derivation over SHA-256.
public let kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA256: SecKeyAlgorithm =
    .ecdhKeyExchangeCofactorX963SHA256
/// ECDH with the X9.63 derivation over SHA-384.
public let kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA384: SecKeyAlgorithm =
    .ecdhKeyExchangeCofactorX963SHA384
/// ECDH with the X9.63 derivation over SHA-512.
public let kSecKeyAlgorithmECDHKeyExchangeCofactorX963SHA512: SecKeyAlgorithm =
    .ecdhKeyExchangeCofactorX963SHA512
