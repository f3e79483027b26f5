public import Foundation

/// Makes bytes out of memory, which is copied.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - bytes: Where they are; `nil` for none.
///   - length: How many, 0 or more.
/// - Returns: The bytes.
public func CFDataCreate(
    _ allocator: CFAllocator!,
    _ bytes: UnsafePointer<UInt8>!,
    _ length: CFIndex
) -> CFData! {
    NSData(bytes: bytes, length: length)
}

/// The number of bytes.
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data.length }

/// Where the bytes are, as long as the object lives.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    data.bytes.assumingMemoryBound(to: UInt8.self)
}
