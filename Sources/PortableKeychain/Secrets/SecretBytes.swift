internal import CPlatform

/// A secret in memory: shared by reference, never printed, overwritten when the last reference ends.
///
/// The one form in which this library takes, carries and returns secrets. It is immutable, so that it
/// can be kept in arrays and optionals and sent between tasks, and copying a variable that holds one
/// does not copy the bytes. The memory is kept out of core dumps, and out of swap as far as the
/// system allows.
///
/// ```swift
/// let token = SecretBytes(utf8: "s3cret")
/// try keychain.set(token, for: GenericPassword(service: "api", account: "ci"))
/// ```
///
/// Work on the bytes in ``withUnsafeBytes(_:)``. ``string()``, ``data()`` and ``decode(_:)`` make
/// ordinary copies, which nothing overwrites: take them as late as possible. It is not
/// `Equatable`, because `==` would compare in a time that depends on the contents; use
/// ``matches(_:)``.
public final class SecretBytes: @unchecked Sendable {
    // Sendable: written only by init, before anybody else holds the reference.
    private let memory: SecretMemory

    /// The length in bytes.
    public let count: Int

    /// Reserves memory for a secret and lets the caller fill it.
    ///
    /// - Parameters:
    ///   - count: The length in bytes, 0 or more.
    ///   - fill: Writes the secret; the memory is all zeroes before.
    /// - Throws: What `fill` throws.
    public init<E: Error>(
        count: Int,
        fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        self.count = count
        memory = SecretMemory(count)
        try fill(UnsafeMutableRawBufferPointer(start: memory.start, count: count))
    }

    /// Copies bytes.
    ///
    /// - Parameter bytes: The secret, such as `Data` or `[UInt8]`; the original stays as it is.
    public convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies the UTF-8 bytes of a text.
    ///
    /// - Parameter text: The secret; the original stays as it is.
    public convenience init(utf8 text: String) { self.init(text.utf8) }

    deinit { memory.release(count) }

    /// Whether there are no bytes at all.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes for the duration of a call; do not keep the pointer.
    ///
    /// - Parameter body: Reads the bytes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: memory.start, count: count))
    }

    /// Compares two secrets in a time that depends on their lengths alone.
    ///
    /// - Parameter other: The other secret.
    /// - Returns: Whether the bytes are equal.
    public func matches(_ other: SecretBytes) -> Bool {
        guard let left = memory.start, let right = other.memory.start else {
            return count == other.count
        }
        return count == other.count && pk_equal(left, right, count) == 1
    }

    /// Overwrites bytes in a way that no compiler may leave out.
    package static func zero(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress { pk_zero(start, bytes.count) }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder; even the length could tell something about a secret.
    public var description: String { "<secret>" }
    /// The same placeholder.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
