// What Apple's CryptoKit has and swift-crypto too.
@_exported public import Crypto
