/// The status of a function; 0 means success.
public typealias CCStatus = Int32
/// The status of a function that encrypts or decrypts.
public typealias CCCryptorStatus = CCStatus
/// The status of a function that makes random bytes.
public typealias CCRNGStatus = CCCryptorStatus

/// The operation succeeded.
public let kCCSuccess = 0
/// A parameter has no valid value.
public let kCCParamError = -4300
/// There is not enough room for the output.
public let kCCBufferTooSmall = -4301
/// Memory could not be had.
public let kCCMemoryFailure = -4302
/// The input is not a multiple of the block's length.
public let kCCAlignmentError = -4303
/// The input cannot be decrypted.
public let kCCDecodeError = -4304
/// The function does not do this.
public let kCCUnimplemented = -4305
/// A number is too large.
public let kCCOverflow = -4306
/// Random bytes could not be made.
public let kCCRNGFailure = -4307
/// The operation failed for another reason.
public let kCCUnspecifiedError = -4308
/// The functions were called in another order than they can be.
public let kCCCallSequenceError = -4309
/// The key has a length that the algorithm does not have.
public let kCCKeySizeError = -4310
/// The key is not valid.
public let kCCInvalidKey = -4311
