internal import CKeychainPlatform
internal import Crypto

/// A key that opens many boxes: expanded once, where the platform has the functions for it.
///
/// It holds the expanded key as long as the key itself. The last reference, usually that of a
/// ``KeySet``, zeroes both. A class for that reason.
final class BoxKey: Sendable {
    let key: SymmetricKey
    // Written by init only, and the functions that read it may run in several threads.
    nonisolated(unsafe) private let cipher: OpaquePointer?

    /// Expands a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isExpanded: False for tests of platforms where keys cannot be expanded.
    init(_ key: SymmetricKey, isExpanded: Bool = true) {
        self.key = key
        cipher =
            isExpanded && key.bitCount == Limits.keyLength * 8
            ? key.withUnsafeBytes { bytes in
                bytes.bindMemory(to: UInt8.self).baseAddress.flatMap { pk_cipher_make($0) }
            } : nil
    }

    deinit { if let cipher { pk_cipher_free(cipher) } }

    /// Whether boxes are opened with the expanded key.
    var isExpanded: Bool { cipher != nil }

    /// Opens a box with the expanded key.
    ///
    /// - Parameters:
    ///   - box: Nonce, ciphertext and tag.
    ///   - context: The context to which the box is bound.
    ///   - room: The room for the plaintext, with exactly its length.
    /// - Returns: Whether the box belongs to the key and the context; `nil` without an expanded key.
    func open(
        _ box: UnsafeRawBufferPointer,
        context: UnsafeRawBufferPointer,
        into room: UnsafeMutableRawBufferPointer
    ) -> Bool? {
        guard let cipher else { return nil }
        guard room.count == box.count - Limits.boxOverhead else { return false }
        return pk_cipher_open(
            cipher,
            box.bindMemory(to: UInt8.self).baseAddress,
            box.count,
            context.bindMemory(to: UInt8.self).baseAddress,
            context.count,
            room.bindMemory(to: UInt8.self).baseAddress
        ) == 1
    }
}
