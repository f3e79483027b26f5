public import Foundation
internal import PortableKeychain

extension Crypto {
    /// The bytes of a secret key, shared by reference and zeroed when the last reference is
    /// released.
    ///
    /// The length is fixed. However it is made, the memory stays out of core dumps, and out of swap
    /// as far as the system allows. Equality takes a time that depends only on the lengths.
    public final class KeyData: SecureData, Sendable {
        let buffer: SecretBytes

        /// The length in bytes.
        public var byteCount: Int { buffer.count }

        init(_ buffer: SecretBytes) { self.buffer = buffer }

        /// Makes room for a key and lets the caller fill it.
        ///
        /// - Parameters:
        ///   - byteCount: The length in bytes, 0 or more.
        ///   - callback: Writes the key; the room is zero before.
        /// - Throws: Any error of `callback`.
        public init<Failure: Error>(
            byteCount: Int,
            initializingWith callback: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
        ) throws(Failure) {
            buffer = try SecretBytes(count: byteCount, fill: callback)
        }

        /// Takes the bytes over from an object that is to lose them.
        ///
        /// - Parameters:
        ///   - source: The object.
        ///   - resetSource: Whether its bytes are overwritten with zeroes.
        public init(transferFrom source: NSMutableData, resetSource: Bool = true) {
            let bytes = UnsafeMutableRawBufferPointer(
                start: source.mutableBytes,
                count: source.length
            )
            buffer = SecretBytes(count: bytes.count) { $0.copyMemory(from: .init(bytes)) }
            if resetSource { SecretBytes.zero(bytes) }
        }

        /// Lends the bytes for the duration of a call; do not keep the pointer.
        ///
        /// - Parameter body: Reads the bytes.
        /// - Returns: The result of `body`.
        /// - Throws: Any error of `body`.
        public func withUnsafeBytes<R>(
            _ body: (UnsafeRawBufferPointer) throws -> R
        ) rethrows -> R {
            try buffer.withUnsafeBytes(body)
        }
    }
}

extension Crypto.KeyData: Hashable {
    /// Whether two keys have the same bytes.
    public static func == (lhs: Crypto.KeyData, rhs: Crypto.KeyData) -> Bool {
        lhs.buffer.matches(rhs.buffer)
    }

    /// Feeds the bytes into the hasher.
    public func hash(into hasher: inout Hasher) {
        buffer.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
