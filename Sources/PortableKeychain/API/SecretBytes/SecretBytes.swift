#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A secret in memory: cannot be copied by accident, never printed, zeroed when it goes.
///
/// ```swift
/// let token = SecretBytes(utf8: "s3cret")
/// try keychain.set(token, for: GenericPassword(service: "api", account: "ci"))
/// ```
///
/// Work on the bytes in ``withUnsafeBytes(_:)``. ``string()``, ``data()`` and ``decode(_:)`` make
/// ordinary copies, which nothing zeroes: take them as late as possible.
public struct SecretBytes: ~Copyable, Sendable {
    /// The shared bytes beneath.
    public let buffer: SecretBuffer

    /// Takes a shared buffer as a secret.
    public init(_ buffer: SecretBuffer) { self.buffer = buffer }

    /// Copies bytes.
    ///
    /// - Parameter bytes: The secret, such as `Data` or `[UInt8]`; the original stays as it is.
    public init(_ bytes: some Collection<UInt8>) {
        buffer = SecretBuffer(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Copies the UTF-8 bytes of a text.
    ///
    /// - Parameter text: The secret; the original stays as it is.
    public init(utf8 text: String) { self.init(text.utf8) }

    /// Makes a secret of random bytes from the system.
    ///
    /// - Parameter count: The length in bytes, 0 or more.
    /// - Returns: The secret.
    public static func random(count: Int) -> SecretBytes {
        SecretBytes(SecretBuffer(count: count) { KeychainEntropy.system.fill($0) })
    }

    /// The length in bytes.
    public var count: Int { buffer.count }

    /// Whether there are no bytes at all.
    public var isEmpty: Bool { buffer.count == 0 }

    /// Lends the bytes for the duration of a call; do not keep the pointer.
    ///
    /// - Parameter body: Reads the bytes.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try buffer.withUnsafeBytes(body)
    }

    /// Compares two secrets in a time that depends on their lengths alone.
    ///
    /// - Parameter other: The other secret.
    /// - Returns: Whether the bytes are equal.
    public borrowing func matches(_ other: borrowing SecretBytes) -> Bool {
        buffer.matches(other.buffer)
    }

    /// A copy as text, which nothing zeroes; `nil` when the bytes are not UTF-8.
    public borrowing func string() -> String? {
        buffer.withUnsafeBytes { String(validating: $0, as: UTF8.self) }
    }

    /// A copy as data, which nothing zeroes.
    public borrowing func data() -> Data {
        buffer.withUnsafeBytes { Data($0) }
    }
}
