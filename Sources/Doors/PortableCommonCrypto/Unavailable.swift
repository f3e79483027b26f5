// Functions that Apple has and this library does not, each with the alternative.

/// The broken hash function MD2.
@available(*, unavailable, message: "MD2 is broken, and not here. Use CC_SHA256.")
public func CC_MD2(_ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!) {}

/// The broken hash function MD4.
@available(*, unavailable, message: "MD4 is broken, and not here. Use CC_SHA256.")
public func CC_MD4(_ data: UnsafeRawPointer!, _ len: CC_LONG, _ md: UnsafeMutablePointer<UInt8>!) {}

/// The hash function SHA-224.
@available(*, unavailable, message: "swift-crypto has no SHA-224. Use CC_SHA256.")
public func CC_SHA224(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) {}

/// HMAC with SHA-224.
@available(*, unavailable, message: "swift-crypto has no SHA-224. Use kCCHmacAlgSHA256.")
public let kCCHmacAlgSHA224 = 5

/// HMAC with SHA-224.
@available(*, unavailable, message: "Use kCCPRFHmacAlgSHA256, or SHA-1 for what exists already.")
public let kCCPRFHmacAlgSHA224 = 2

/// The broken cipher DES.
@available(*, unavailable, message: "DES is broken, and not here. Use kCCAlgorithmAES.")
public let kCCAlgorithmDES = 1

/// The cipher Triple DES.
@available(*, unavailable, message: "Triple DES is not here. Use kCCAlgorithmAES.")
public let kCCAlgorithm3DES = 2

/// The cipher CAST.
@available(*, unavailable, message: "CAST is not here. Use kCCAlgorithmAES.")
public let kCCAlgorithmCAST = 3

/// The broken cipher RC4.
@available(*, unavailable, message: "RC4 is broken, and not here. Use kCCAlgorithmAES.")
public let kCCAlgorithmRC4 = 4

/// The broken cipher RC2.
@available(*, unavailable, message: "RC2 is broken, and not here. Use kCCAlgorithmAES.")
public let kCCAlgorithmRC2 = 5

/// The cipher Blowfish.
@available(*, unavailable, message: "Blowfish is not here. Use kCCAlgorithmAES.")
public let kCCAlgorithmBlowfish = 6

/// Blocks that do not depend on each other.
@available(*, unavailable, message: "ECB shows which blocks are equal. Leave it out for CBC.")
public let kCCOptionECBMode = 2

/// Blocks that do not depend on each other.
@available(*, unavailable, message: "ECB shows which blocks are equal. Use kCCModeCTR or AES.GCM.")
public let kCCModeECB = 1

/// A stream of bytes from the ciphertext before.
@available(*, unavailable, message: "Only CBC and CTR are here. Use AES.GCM of swift-crypto.")
public let kCCModeCFB = 3

/// A stream of bytes from the ciphertext before.
@available(*, unavailable, message: "Only CBC and CTR are here. Use AES.GCM of swift-crypto.")
public let kCCModeCFB8 = 10

/// A stream of bytes from the block before.
@available(*, unavailable, message: "Only CBC and CTR are here. Use AES.GCM of swift-crypto.")
public let kCCModeOFB = 7

/// Blocks of a disk.
@available(*, unavailable, message: "Only CBC and CTR are here. Use AES.GCM of swift-crypto.")
public let kCCModeXTS = 8

/// The broken cipher RC4.
@available(*, unavailable, message: "RC4 is broken, and not here. Use kCCModeCTR.")
public let kCCModeRC4 = 9

/// A counter with its least significant byte first.
@available(
    *,
    unavailable,
    message: "The counter has its most significant byte first. Use kCCModeOptionCTR_BE."
)
public let kCCModeOptionCTR_LE = 1
