internal import Crypto

// The functions of CommonDigest.h that swift-crypto can do, as Swift imports them.

/// A number of bytes.
public typealias CC_LONG = UInt32
/// A number of 64 bits.
public typealias CC_LONG64 = UInt64

/// The length of an MD5 digest in bytes.
public let CC_MD5_DIGEST_LENGTH: Int32 = 16
/// The length of a SHA-1 digest in bytes.
public let CC_SHA1_DIGEST_LENGTH: Int32 = 20
/// The length of a SHA-224 digest in bytes.
public let CC_SHA224_DIGEST_LENGTH: Int32 = 28
/// The length of a SHA-256 digest in bytes.
public let CC_SHA256_DIGEST_LENGTH: Int32 = 32
/// The length of a SHA-384 digest in bytes.
public let CC_SHA384_DIGEST_LENGTH: Int32 = 48
/// The length of a SHA-512 digest in bytes.
public let CC_SHA512_DIGEST_LENGTH: Int32 = 64
/// The length of a block of MD5 in bytes.
public let CC_MD5_BLOCK_BYTES: Int32 = 64
/// The length of a block of SHA-1 in bytes.
public let CC_SHA1_BLOCK_BYTES: Int32 = 64
/// The length of a block of SHA-256 in bytes.
public let CC_SHA256_BLOCK_BYTES: Int32 = 64
/// The length of a block of SHA-384 in bytes.
public let CC_SHA384_BLOCK_BYTES: Int32 = 128
/// The length of a block of SHA-512 in bytes.
public let CC_SHA512_BLOCK_BYTES: Int32 = 128

/// A digest that is being made.
///
/// Apple's type is memory without meaning before its `Init` function was called, and needs no end.
/// This one holds an object until `Final` is called.
public struct DigestContext<Function> {
    fileprivate var state: (any HashFunction)?

    /// Makes a context that its `Init` function must begin.
    public init() {}
}

/// The hash function MD5, which is broken.
public enum MD5Function {}
/// The hash function SHA-1, which is broken for signatures.
public enum SHA1Function {}
/// The hash function SHA-256.
public enum SHA256Function {}
/// The hash function SHA-512.
public enum SHA512Function {}

/// An MD5 digest that is being made.
public typealias CC_MD5_CTX = DigestContext<MD5Function>
/// A SHA-1 digest that is being made.
public typealias CC_SHA1_CTX = DigestContext<SHA1Function>
/// A SHA-256 digest that is being made.
public typealias CC_SHA256_CTX = DigestContext<SHA256Function>
/// A SHA-384 or SHA-512 digest that is being made; Apple has one type for both.
public typealias CC_SHA512_CTX = DigestContext<SHA512Function>

/// Writes the digest of bytes; returns where, and `nil` if there is no room.
private func digest<Function: HashFunction>(
    _ function: Function.Type,
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    guard let md else { return nil }
    var function = Function()
    function.update(bufferPointer: UnsafeRawBufferPointer(start: data, count: Int(len)))
    write(function.finalize(), to: md)
    return md
}

extension HashFunction {
    fileprivate var digestLength: Int { Self.Digest.byteCount }
}

private func write(_ digest: some Digest, to md: UnsafeMutablePointer<UInt8>) {
    for (place, byte) in digest.enumerated() { md[place] = byte }
}

private func begin<Function>(
    _ function: any HashFunction,
    _ context: UnsafeMutablePointer<DigestContext<Function>>?
) -> Int32 {
    guard let context else { return 0 }
    // Not an assignment: the memory can be what malloc returned.
    var new = DigestContext<Function>()
    new.state = function
    context.initialize(to: new)
    return 1
}

private func update<Function>(
    _ context: UnsafeMutablePointer<DigestContext<Function>>?,
    _ data: UnsafeRawPointer?,
    _ len: CC_LONG
) -> Int32 {
    guard let context, var state = context.pointee.state else { return 0 }
    // Moved out, so that the state is not copied.
    context.pointee.state = nil
    state.update(bufferPointer: UnsafeRawBufferPointer(start: data, count: Int(len)))
    context.pointee.state = state
    return 1
}

private func finish<Function>(
    _ md: UnsafeMutablePointer<UInt8>?,
    _ context: UnsafeMutablePointer<DigestContext<Function>>?,
    _ length: Int32
) -> Int32 {
    // SHA-384 and SHA-512 share a context: a digest that is longer than the room would be written past it.
    guard let md, let state = context?.pointee.state, state.digestLength == Int(length) else {
        return 0
    }
    write(state.finalize(), to: md)
    context?.pointee.state = nil
    return 1
}

/// Makes the MD5 digest of bytes at once; `nil` without room for it.
@discardableResult
public func CC_MD5(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    digest(Insecure.MD5.self, data, len, md)
}

/// Begins a digest; returns 1, and 0 without a context.
@discardableResult
public func CC_MD5_Init(_ c: UnsafeMutablePointer<CC_MD5_CTX>!) -> Int32 {
    begin(Insecure.MD5(), c)
}

/// Adds bytes to a digest; returns 1, and 0 if it was not begun.
@discardableResult
public func CC_MD5_Update(
    _ c: UnsafeMutablePointer<CC_MD5_CTX>!,
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG
) -> Int32 {
    update(c, data, len)
}

/// Ends a digest; returns 1, and 0 if it was not begun as one of this kind.
@discardableResult
public func CC_MD5_Final(
    _ md: UnsafeMutablePointer<UInt8>!,
    _ c: UnsafeMutablePointer<CC_MD5_CTX>!
) -> Int32 {
    finish(md, c, CC_MD5_DIGEST_LENGTH)
}

/// Makes the SHA-1 digest of bytes at once; `nil` without room for it.
@discardableResult
public func CC_SHA1(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    digest(Insecure.SHA1.self, data, len, md)
}

/// Begins a digest; returns 1, and 0 without a context.
@discardableResult
public func CC_SHA1_Init(_ c: UnsafeMutablePointer<CC_SHA1_CTX>!) -> Int32 {
    begin(Insecure.SHA1(), c)
}

/// Adds bytes to a digest; returns 1, and 0 if it was not begun.
@discardableResult
public func CC_SHA1_Update(
    _ c: UnsafeMutablePointer<CC_SHA1_CTX>!,
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG
) -> Int32 {
    update(c, data, len)
}

/// Ends a digest; returns 1, and 0 if it was not begun as one of this kind.
@discardableResult
public func CC_SHA1_Final(
    _ md: UnsafeMutablePointer<UInt8>!,
    _ c: UnsafeMutablePointer<CC_SHA1_CTX>!
) -> Int32 {
    finish(md, c, CC_SHA1_DIGEST_LENGTH)
}

/// Makes the SHA-256 digest of bytes at once; `nil` without room for it.
@discardableResult
public func CC_SHA256(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    digest(SHA256.self, data, len, md)
}

/// Begins a digest; returns 1, and 0 without a context.
@discardableResult
public func CC_SHA256_Init(_ c: UnsafeMutablePointer<CC_SHA256_CTX>!) -> Int32 {
    begin(SHA256(), c)
}

/// Adds bytes to a digest; returns 1, and 0 if it was not begun.
@discardableResult
public func CC_SHA256_Update(
    _ c: UnsafeMutablePointer<CC_SHA256_CTX>!,
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG
) -> Int32 {
    update(c, data, len)
}

/// Ends a digest; returns 1, and 0 if it was not begun as one of this kind.
@discardableResult
public func CC_SHA256_Final(
    _ md: UnsafeMutablePointer<UInt8>!,
    _ c: UnsafeMutablePointer<CC_SHA256_CTX>!
) -> Int32 {
    finish(md, c, CC_SHA256_DIGEST_LENGTH)
}

/// Makes the SHA-384 digest of bytes at once; `nil` without room for it.
@discardableResult
public func CC_SHA384(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    digest(SHA384.self, data, len, md)
}

/// Begins a digest; returns 1, and 0 without a context.
@discardableResult
public func CC_SHA384_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
    begin(SHA384(), c)
}

/// Adds bytes to a digest; returns 1, and 0 if it was not begun.
@discardableResult
public func CC_SHA384_Update(
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!,
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG
) -> Int32 {
    update(c, data, len)
}

/// Ends a digest; returns 1, and 0 if it was not begun as one of this kind.
@discardableResult
public func CC_SHA384_Final(
    _ md: UnsafeMutablePointer<UInt8>!,
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
    finish(md, c, CC_SHA384_DIGEST_LENGTH)
}

/// Makes the SHA-512 digest of bytes at once; `nil` without room for it.
@discardableResult
public func CC_SHA512(
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG,
    _ md: UnsafeMutablePointer<UInt8>!
) -> UnsafeMutablePointer<UInt8>! {
    digest(SHA512.self, data, len, md)
}

/// Begins a digest; returns 1, and 0 without a context.
@discardableResult
public func CC_SHA512_Init(_ c: UnsafeMutablePointer<CC_SHA512_CTX>!) -> Int32 {
    begin(SHA512(), c)
}

/// Adds bytes to a digest; returns 1, and 0 if it was not begun.
@discardableResult
public func CC_SHA512_Update(
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!,
    _ data: UnsafeRawPointer!,
    _ len: CC_LONG
) -> Int32 {
    update(c, data, len)
}

/// Ends a digest; returns 1, and 0 if it was not begun as one of this kind.
@discardableResult
public func CC_SHA512_Final(
    _ md: UnsafeMutablePointer<UInt8>!,
    _ c: UnsafeMutablePointer<CC_SHA512_CTX>!
) -> Int32 {
    finish(md, c, CC_SHA512_DIGEST_LENGTH)
}
