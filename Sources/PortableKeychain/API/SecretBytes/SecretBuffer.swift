internal import CPlatform

/// The bytes of a secret, shared by reference and zeroed when the last reference goes.
///
/// The form in which secrets travel through requests and answers. Callers hold ``SecretBytes``. The
/// memory stays out of core dumps, and out of swap as far as the system allows.
public final class SecretBuffer: @unchecked Sendable {
    // Sendable: written only by init, before anybody else holds the reference.
    private let memory: SecretMemory

    /// The length in bytes.
    public let count: Int

    /// Makes room for a secret and lets the caller fill it.
    ///
    /// - Parameters:
    ///   - count: The length in bytes, 0 or more.
    ///   - fill: Writes the secret; the room is zero before.
    /// - Throws: What `fill` throws.
    public init<E: Error>(
        count: Int,
        fill: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        self.count = count
        memory = SecretMemory(count)
        try fill(UnsafeMutableRawBufferPointer(start: memory.start, count: count))
    }

    deinit { memory.release(count) }

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
}

extension SecretBuffer {
    /// Overwrites bytes so that no compiler may leave it out.
    package static func zero(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress { pk_zero(start, bytes.count) }
    }

    /// Compares two secrets in a time that depends on their lengths alone.
    package func matches(_ other: SecretBuffer) -> Bool {
        guard let left = memory.start, let right = other.memory.start else {
            return count == other.count
        }
        return count == other.count && pk_equal(left, right, count) == 1
    }
}

extension SecretBuffer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder; the length may tell something about a secret too.
    public var description: String { "<secret>" }
    /// The same placeholder.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
