// swift-crypto, which has most of Apple's CryptoKit.
@_exported public import Crypto
