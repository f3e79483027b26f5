internal import Crypto
internal import KeychainEssentials

/// A hash function for message authentication.
public typealias CCHmacAlgorithm = UInt32

/// HMAC with SHA-1.
public let kCCHmacAlgSHA1 = 0
/// HMAC with MD5.
public let kCCHmacAlgMD5 = 1
/// HMAC with SHA-256.
public let kCCHmacAlgSHA256 = 2
/// HMAC with SHA-384.
public let kCCHmacAlgSHA384 = 3
/// HMAC with SHA-512.
public let kCCHmacAlgSHA512 = 4

/// An authentication code that is being made.
///
/// It holds an object from `CCHmacInit` until `CCHmacFinal` is called.
public struct CCHmacContext {
    fileprivate var state: (any AuthenticationState)?

    /// Makes a context that `CCHmacInit` must begin.
    public init() {}
}

private protocol AuthenticationState {
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    func finish(_ room: UnsafeMutableRawPointer)
}

private struct State<Function: HashFunction>: AuthenticationState {
    private var code: HMAC<Function>

    init(_ key: SymmetricKey) { code = HMAC(key: key) }

    mutating func update(_ bytes: UnsafeRawBufferPointer) { code.update(data: bytes) }

    func finish(_ room: UnsafeMutableRawPointer) {
        for (place, byte) in code.finalize().enumerated() {
            room.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
        }
    }
}

private func state(
    _ algorithm: CCHmacAlgorithm,
    _ key: UnsafeRawPointer?,
    _ length: Int
) -> any AuthenticationState {
    let key = SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: length))
    return switch Int(algorithm) {
    case kCCHmacAlgSHA1: State<Insecure.SHA1>(key)
    case kCCHmacAlgMD5: State<Insecure.MD5>(key)
    case kCCHmacAlgSHA256: State<SHA256>(key)
    case kCCHmacAlgSHA384: State<SHA384>(key)
    case kCCHmacAlgSHA512: State<SHA512>(key)
    // Apple's function has no status to return. A code of another function would be worse.
    default: fatalError("CCHmac has no algorithm \(algorithm) here.")
    }
}

/// Makes the authentication code of bytes at once.
///
/// - Parameters:
///   - algorithm: The hash function; the process ends for one that is not here.
///   - key: The key; may be `nil` if it is empty.
///   - keyLength: Its length in bytes.
///   - data: The bytes; may be `nil` if there are none.
///   - dataLength: The number of bytes.
///   - macOut: Room for the code, as long as a digest of the hash function.
public func CCHmac(
    _ algorithm: CCHmacAlgorithm,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int,
    _ data: UnsafeRawPointer!,
    _ dataLength: Int,
    _ macOut: UnsafeMutableRawPointer!
) {
    var state = state(algorithm, key, keyLength)
    state.update(UnsafeRawBufferPointer(start: data, count: dataLength))
    state.finish(macOut)
}

/// Begins an authentication code; the parameters are those of `CCHmac`.
public func CCHmacInit(
    _ ctx: UnsafeMutablePointer<CCHmacContext>!,
    _ algorithm: CCHmacAlgorithm,
    _ key: UnsafeRawPointer!,
    _ keyLength: Int
) {
    // Not an assignment: the memory can be what malloc returned.
    var new = CCHmacContext()
    new.state = state(algorithm, key, keyLength)
    ctx.initialize(to: new)
}

/// Adds bytes to an authentication code.
public func CCHmacUpdate(
    _ ctx: UnsafeMutablePointer<CCHmacContext>!,
    _ data: UnsafeRawPointer!,
    _ dataLength: Int
) {
    ctx.pointee.state?.update(UnsafeRawBufferPointer(start: data, count: dataLength))
}

/// Ends an authentication code, and writes it.
public func CCHmacFinal(
    _ ctx: UnsafeMutablePointer<CCHmacContext>!,
    _ macOut: UnsafeMutableRawPointer!
) {
    ctx.pointee.state?.finish(macOut)
    ctx.pointee.state = nil
}
