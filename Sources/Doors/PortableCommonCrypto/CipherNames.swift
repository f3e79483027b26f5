// The types and constants of CommonCryptor.h that are here, as Swift imports them.

/// Encryption or decryption.
public typealias CCOperation = UInt32
/// A cipher.
public typealias CCAlgorithm = UInt32
/// Options of a cipher.
public typealias CCOptions = UInt32
/// A mode of a cipher.
public typealias CCMode = UInt32
/// The padding of the last block.
public typealias CCPadding = UInt32
/// Options of a mode.
public typealias CCModeOptions = UInt32
/// A cipher that processes bytes in pieces, made by `CCCryptorCreate`.
public typealias CCCryptorRef = OpaquePointer

/// Encrypts.
public let kCCEncrypt = 0
/// Decrypts.
public let kCCDecrypt = 1
/// AES, with a key of 16, 24 or 32 bytes.
public let kCCAlgorithmAES128 = 0
/// AES, with a key of 16, 24 or 32 bytes.
public let kCCAlgorithmAES = 0
/// Fills the last block as PKCS #7 says; without it, the input must be whole blocks.
public let kCCOptionPKCS7Padding = 1
/// Each block depends on the one before.
public let kCCModeCBC = 2
/// A stream of bytes, from the encryption of a counter.
public let kCCModeCTR = 4
/// The input must be whole blocks.
public let ccNoPadding = 0
/// Fills the last block as PKCS #7 says.
public let ccPKCS7Padding = 1
/// The counter has its most significant byte first, as it always has here.
public let kCCModeOptionCTR_BE = 2
/// The length of a block of AES in bytes.
public let kCCBlockSizeAES128 = 16
/// The length of a key of AES-128 in bytes.
public let kCCKeySizeAES128 = 16
/// The length of a key of AES-192 in bytes.
public let kCCKeySizeAES192 = 24
/// The length of a key of AES-256 in bytes.
public let kCCKeySizeAES256 = 32
