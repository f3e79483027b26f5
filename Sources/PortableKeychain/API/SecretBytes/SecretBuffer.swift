internal import CPlatform

/// The bytes of a secret, shared by reference and zeroed when the last reference goes.
///
/// The form in which secrets travel through requests and answers. Callers hold ``SecretBytes``.
public final class SecretBuffer: @unchecked Sendable {
    // Sendable: written only by init, before anybody else holds the reference.
    private let bytes: UnsafeMutableRawBufferPointer

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
        bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        try fill(bytes)
    }

    deinit {
        if let start = bytes.baseAddress { pk_zero(start, bytes.count) }
        bytes.deallocate()
    }

    /// The length in bytes.
    public var count: Int { bytes.count }

    /// Lends the bytes for the duration of a call; do not keep the pointer.
    public func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try body(UnsafeRawBufferPointer(bytes))
    }
}

extension SecretBuffer {
    /// Overwrites bytes so that no compiler may leave it out.
    package static func zero(_ bytes: UnsafeMutableRawBufferPointer) {
        if let start = bytes.baseAddress { pk_zero(start, bytes.count) }
    }
}
