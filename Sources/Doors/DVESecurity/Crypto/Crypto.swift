/// Keys and their operations: a namespace without state.
///
/// ``RSA`` and ``ECC`` have pairs of keys, ``KeyData`` holds the bytes of any secret key. Keys of
/// swift-crypto and CryptoKit take part as they are.
public enum Crypto {}
