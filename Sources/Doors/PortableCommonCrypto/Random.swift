internal import Crypto

/// Writes random bytes of the system, for keys and other secrets.
///
/// - Parameters:
///   - bytes: Room for the bytes.
///   - count: The number of bytes.
/// - Returns: `kCCSuccess`, or `kCCParamError` without room for them.
@discardableResult
public func CCRandomGenerateBytes(_ bytes: UnsafeMutableRawPointer!, _ count: Int) -> CCRNGStatus {
    guard count > 0 else { return CCRNGStatus(count == 0 ? kCCSuccess : kCCParamError) }
    guard let bytes else { return CCRNGStatus(kCCParamError) }
    // A key, so that no copy of the bytes is left in memory.
    SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: bytes, count: count).copyMemory(from: $0)
    }
    return CCRNGStatus(kCCSuccess)
}
