public import Foundation

/// Makes bytes out of memory, which is copied.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - bytes: The bytes; `nil` for none.
///   - length: The number of bytes, 0 or more.
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

/// The address of the bytes, valid during the life of the object.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    data.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Makes bytes out of memory, which is not copied.
///
/// - Parameters:
///   - allocator: Always ``kCFAllocatorDefault``.
///   - bytes: The bytes; they must stay there and unchanged during the life of the object.
///   - length: The number of bytes, 0 or more.
///   - bytesDeallocator: ``kCFAllocatorNull`` to leave the memory to the caller;
///     ``kCFAllocatorDefault`` to have it released by `free` in the end.
/// - Returns: The bytes.
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!,
    _ bytes: UnsafePointer<UInt8>!,
    _ length: CFIndex,
    _ bytesDeallocator: CFAllocator!
) -> CFData! {
    NSData(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes),
        length: length,
        freeWhenDone: bytesDeallocator !== kCFAllocatorNull
    )
}

/// A part of a sequence.
public struct CFRange: Hashable, Sendable {
    /// The first element.
    public var location: CFIndex
    /// The number of elements.
    public var length: CFIndex

    /// Makes a range.
    public init(location: CFIndex, length: CFIndex) {
        self.location = location
        self.length = length
    }
}

/// A part of a sequence, from where it starts and how many elements it has.
public func CFRangeMake(_ location: CFIndex, _ length: CFIndex) -> CFRange {
    CFRange(location: location, length: length)
}

/// Copies bytes.
///
/// - Parameters:
///   - data: The bytes.
///   - range: The bytes to copy; the range must be within the data.
///   - buffer: The memory into which they are copied, with room for all.
public func CFDataGetBytes(
    _ data: CFData!,
    _ range: CFRange,
    _ buffer: UnsafeMutablePointer<UInt8>!
) {
    data.getBytes(buffer, range: NSRange(location: range.location, length: range.length))
}
