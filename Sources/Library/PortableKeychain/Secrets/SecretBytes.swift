internal import CKeychainPlatform

/// A secret in memory: shared by reference, never printed, and overwritten when it is released.
///
/// The library takes, passes on and returns secrets only as this type. It is an immutable class: it
/// can be kept in collections and sent between tasks, and copying a variable does not copy the
/// bytes. The memory is kept out of core dumps, and out of swap as far as the system allows.
///
/// ```swift
/// let keychain = try Keychain.default
/// let item = GenericPassword(service: "api", account: "ci")
/// try keychain.set(SecretBytes(utf8: "s3cret"), for: item)
/// if let secret = try keychain.secret(for: item) {
///     let length = secret.withUnsafeBytes { bytes in bytes.count }
///     print(length, secret.matches(SecretBytes(utf8: "s3cret")))
/// }
/// ```
///
/// Work on the bytes in ``withUnsafeBytes(_:)``. ``string()``, ``data()`` and ``decode(_:)`` make
/// ordinary copies, which are not overwritten: make them as late as possible. It is not
/// `Equatable`, because `==` would compare in a time that depends on the contents; use
/// ``matches(_:)``.
public final class SecretBytes: @unchecked Sendable {
    // Sendable: only init writes the memory, before there is another reference.
    private let memory: SecretMemory

    /// The length in bytes.
    public let count: Int

    /// Reserves memory for a secret and lets the caller fill it.
    ///
    /// - Parameters:
    ///   - count: The length in bytes, 0 or more.
    ///   - fill: Writes the secret into memory that is all zeroes.
    /// - Throws: Any error of `fill`.
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
    /// - Parameter bytes: The secret, such as `Data` or `[UInt8]`; it is not overwritten.
    public convenience init(_ bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies the UTF-8 bytes of a text.
    ///
    /// - Parameter text: The secret; it is not overwritten.
    public convenience init(utf8 text: String) { self.init(text.utf8) }

    deinit { memory.release(count) }

    /// Whether there are no bytes at all.
    public var isEmpty: Bool { count == 0 }

    /// Lends the bytes for the duration of a call; do not keep the pointer.
    ///
    /// - Parameter body: Reads the bytes.
    /// - Returns: The result of `body`.
    /// - Throws: Any error of `body`.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(start: memory.start, count: count))
    }

    /// Compares two secrets in a time that depends only on their lengths.
    ///
    /// - Parameter other: The other secret.
    /// - Returns: Whether the bytes are equal.
    public func matches(_ other: SecretBytes) -> Bool {
        guard let left = memory.start, let right = other.memory.start else {
            return count == other.count
        }
        return count == other.count && pk_equal(left, right, count) == 1
    }

    /// Overwrites bytes with zeroes; the compiler cannot remove the write.
    package static func zero(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress { pk_zero(start, bytes.count) }
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A placeholder, because even the length can reveal something about a secret.
    public var description: String { "<secret>" }
    /// The same placeholder.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
