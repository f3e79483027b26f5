internal import CKeychainPlatform
internal import KeychainLibC

/// Fills memory; the compiler never removes the call, so secrets can be overwritten with it (C11,
/// K.3.7.4.1).
///
/// - Parameters:
///   - s: The memory.
///   - smax: The number of its bytes.
///   - c: The byte to fill it with.
///   - n: The number of bytes to fill.
/// - Returns: 0; `EINVAL` without memory; `E2BIG` for a size that cannot be one, and `EOVERFLOW` for
///   more bytes than there are: then all bytes that there are were filled.
@discardableResult
public func memset_s(
    _ s: UnsafeMutableRawPointer!,
    _ smax: rsize_t,
    _ c: Int32,
    _ n: rsize_t
) -> errno_t {
    guard let s else { return EINVAL }
    // A negative size is one beyond RSIZE_MAX for C.
    guard smax >= 0 else { return E2BIG }
    let count = n < 0 ? smax : min(n, smax)
    memset(s, c, count)
    // A call that the compiler cannot look into, and that could read what was written.
    _ = pk_equal(s, s, 0)
    return n < 0 ? E2BIG : n > smax ? EOVERFLOW : 0
}

/// Compares bytes in a time that depends on their number alone.
///
/// - Parameters:
///   - b1: The first bytes.
///   - b2: The others.
///   - len: The number of bytes to compare.
/// - Returns: 0 if they are equal, otherwise another number that does not order them.
public func timingsafe_bcmp(
    _ b1: UnsafeRawPointer!,
    _ b2: UnsafeRawPointer!,
    _ len: Int
) -> Int32 {
    guard len > 0 else { return 0 }
    return pk_equal(b1, b2, len) == 1 ? 0 : 1
}
