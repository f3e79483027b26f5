@_spi(Keepers) internal import PortableKeychain

/// A source of randomness; there is but one, so pass ``kSecRandomDefault``.
public final class SecRandomRef: Sendable {
    private init() {}
}

/// The usual source of randomness: the kernel's.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes fit for keys.
///
/// - Parameters:
///   - source: Always ``kSecRandomDefault``.
///   - count: The number of bytes, 0 or more.
///   - bytes: The memory for them; room for at least `count` bytes.
/// - Returns: ``errSecSuccess``, or ``errSecParam`` for a negative count.
@discardableResult
public func SecRandomCopyBytes(
    _ source: SecRandomRef?,
    _ count: Int,
    _ bytes: UnsafeMutableRawPointer
) -> Int32 {
    guard count >= 0 else { return errSecParam }
    KeychainEntropy.system.fill(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    return errSecSuccess
}
